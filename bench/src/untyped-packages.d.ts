declare module 'amortize' {
  export default function amortize(loan: {
    readonly amount: number;
    readonly rate: number;
    readonly totalTerm: number;
    readonly amortizeTerm: number;
  }): unknown;
}

declare module '@formulajs/formulajs' {
  export function PMT(rate: number, count: number, amount: number): unknown;
  export function IPMT(rate: number, row: number, count: number, amount: number): unknown;
  export function PPMT(rate: number, row: number, count: number, amount: number): unknown;
}
