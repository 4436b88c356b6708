import { squashed } from './column-synonyms.ts';

/**
 * Headings that mean the full name, unless another column has one half of the name; they then mean
 * the other half.
 */
const halves = [
  { other: 'familyName', own: 'givenName', next: 'apellido, apellidos', names: 'nombre, nombres' },
  { other: 'familyName', own: 'givenName', next: 'sobrenome, apelido, cognome', names: 'nome' },
  { other: 'givenName', own: 'familyName', next: 'prénom, prénoms', names: 'nom' },
] as const;

type NameHalf = 'givenName' | 'familyName';

const keysOf = (names: string): readonly string[] => names.split(', ').map(squashed);

/**
 * Finds the columns with the two halves of a name if the language uses one heading for the full
 * name and for one half, such as "Nombre" next to "Apellidos". Writers differ on which half "Name"
 * means next to "Vorname" or "Surname", so the user chooses.
 */
export function nameHalvesIn(headings: readonly string[]): ReadonlyMap<number, NameHalf> {
  const keys = headings.map(squashed);
  const at = (names: string) => {
    const wanted = keysOf(names);
    return [...keys.keys()].filter((index) => wanted.includes(keys[index] ?? ''));
  };
  for (const { other, own, next, names } of halves) {
    const [neighbour, ...furtherNeighbours] = at(next);
    const [half, ...further] = at(names);
    if (neighbour === undefined || half === undefined) continue;
    if (furtherNeighbours.length > 0 || further.length > 0) return new Map();
    return new Map([
      [half, own],
      [neighbour, other],
    ]);
  }
  return new Map();
}

const fullNameKeys: ReadonlySet<string> = new Set(halves.flatMap(({ names }) => keysOf(names)));

/** Returns whether a heading is the full name in other files. */
export const mayBeFullName = (heading: string): boolean => fullNameKeys.has(squashed(heading));

const aloneKeys: ReadonlySet<string> = new Set(
  keysOf('name, names, nombre, nombres, nome, nom, naam, isim, adı, nazwa, الاسم'),
);

/** Returns whether a heading says no more than "name". */
export const isNameAlone = (heading: string): boolean => aloneKeys.has(squashed(heading));

/**
 * Returns whether one part of a name begins or ends with the whole other part, as a full name does.
 */
export function repeatsName(one: string, other: string): boolean {
  const [longer = '', shorter = ''] = [one, other]
    .map((part) => ` ${part.trim().replaceAll(/\s+/g, ' ').toLowerCase()} `)
    .toSorted((left, right) => right.length - left.length);
  return longer.length > shorter.length && (longer.startsWith(shorter) || longer.endsWith(shorter));
}
