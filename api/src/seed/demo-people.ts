/** The password of the demo accounts. All people and places of the demo portfolio are invented. */
export const demoPassword = 'Bursar#2026';

export const demoPortfolio = { name: 'Harbour Lending', currency: 'USD', timeZone: 'UTC' } as const;

export const demoCompany = {
  legal_name: 'Harbour Lending Ltd',
  address: '12 Quay Street\nHarbour City',
  registration_number: 'HC 204 118',
} as const;

export const demoAccounts = [
  { role: 'admin', email: 'admin@bursar.example', name: 'Miriam Okafor', team: null },
  { role: 'user', email: 'user@bursar.example', name: 'Daniel Reyes', team: null },
  { role: 'team', email: 'team@bursar.example', name: 'Delta desk', team: 'Delta' },
  { role: 'agent', email: 'agent@bursar.example', name: 'Amira Nasser', team: 'Delta' },
  { role: 'agent', email: 'jonas.weber@bursar.example', name: 'Jonas Weber', team: 'Delta' },
  { role: 'agent', email: 'priya.raman@bursar.example', name: 'Priya Raman', team: 'Delta' },
  { role: 'agent', email: 'tomas.silva@bursar.example', name: 'Tomás Silva', team: 'Delta' },
  { role: 'team', email: 'cedar@bursar.example', name: 'Cedar desk', team: 'Cedar' },
  { role: 'agent', email: 'hana.sato@bursar.example', name: 'Hana Sato', team: 'Cedar' },
  { role: 'agent', email: 'luca.ferri@bursar.example', name: 'Luca Ferri', team: 'Cedar' },
  { role: 'agent', email: 'grace.mensah@bursar.example', name: 'Grace Mensah', team: 'Cedar' },
  { role: 'team', email: 'summit@bursar.example', name: 'Summit desk', team: 'Summit' },
  { role: 'agent', email: 'omar.haddad@bursar.example', name: 'Omar Haddad', team: 'Summit' },
  { role: 'agent', email: 'elin.berg@bursar.example', name: 'Elin Berg', team: 'Summit' },
  { role: 'agent', email: 'marcus.bell@bursar.example', name: 'Marcus Bell', team: 'Summit' },
] as const;

/** A second manager, because the manager who approves a loan must not disburse it. */
export const demoDeputy = { email: 'deputy@bursar.example', name: 'Lena Fischer' } as const;

/** Commission rates and monthly targets of the demo's teams and agents. */
export const demoTerms = {
  team: { commission_rate_percent: '1.5', monthly_target_minor: 130_000_00 },
  agent: { commission_rate_percent: '4', monthly_target_minor: 25_000_00 },
  none: { commission_rate_percent: null, monthly_target_minor: null },
} as const;

/** Splits a text into names; one name per line would take two hundred lines. */
function splitWords(text: string): string[] {
  return text.trim().split(/\s+/);
}

export const firstNames = splitWords(`
  Aaliyah Adam Aisha Alejandro Amara Andre Anita Ben Camila Carlos Chen Clara David Diego
  Dina Elena Emeka Fatima Felix Gabriel Hassan Helen Ibrahim Ines Ivan Jamal Jasmine Joel
  Julia Kareem Kofi Laila Leo Lina Maria Marta Mateo Mei Mina Nadia Nikhil Nora Olga
  Oscar Paula Rafael Rania Rosa Ruth Samir Sofia Stefan Tariq Theo Uma Vera Victor Wei
  Yusuf Zoe`);

export const lastNames = splitWords(`
  Abbott Adeyemi Almeida Andersen Aziz Baker Barros Bauer Boateng Brandt Castillo
  Chowdhury Costa Cruz Dang Diaz Eriksen Farah Fischer Flores Garcia Gupta Hansen Herrera
  Hughes Ito Jensen Khan Kim Kowalski Laurent Lopez Mansour Marino Mbeki Moreau Murphy
  Nakamura Nguyen Novak Okoye Oliveira Patel Petrov Quinn Rahman Ramos Rossi Saleh Santos
  Schmidt Singh Suarez Tanaka Torres Vargas Walsh Wong Yilmaz Zhang`);

export const occupations = splitWords(`
  Nurse Teacher Electrician Driver Accountant Chef Shop_manager Technician Carpenter Sales_adviser Engineer
  Care_assistant Warehouse_lead Hairdresser Project_manager Mechanic Librarian Paramedic Designer Farmer`).map(
  (occupation) => occupation.replaceAll('_', ' '),
);

export const regions = splitWords(`
  CA TX NY FL IL PA OH GA NC NJ WA AZ`);

export const purposes = splitWords(`
  debt_consolidation credit_card home_improvement car medical small_business moving
  major_purchase`);

export type DemoHolder = { readonly teamId: string; readonly agentId: string };

export type DemoPeople = {
  readonly portfolioId: string;
  readonly productIds: readonly string[];
  readonly managerId: string;
  readonly deputyId: string;
  /** Null if the demo is a portfolio in an installation that has its own administrators. */
  readonly adminId: string | null;
  readonly desks: ReadonlyMap<string, string>;
  readonly holders: readonly DemoHolder[];
};
