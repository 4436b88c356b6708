/** Makes "Loan Amount", "loan-amount" and "LOAN_AMOUNT" the same key. */
export function headingKey(name: string): string {
  return name.toLowerCase().replaceAll(/[\s\-.]+/g, '_');
}
