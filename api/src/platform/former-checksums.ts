/**
 * Digests of the original texts of migrations that were changed after they landed, because
 * PostgreSQL 15.20 and similar versions cannot apply the original texts. Databases with the
 * originals count as up to date; a later migration removes the differences.
 */
export const formerChecksums: ReadonlyMap<string, string> = new Map([
  [
    '0089_national_identity_numbers.sql',
    'fa4b537940cb30e3dc7c53dcab9fa8ce1a7b84b454e6f662188f39716569032f',
  ],
  [
    '2026-11-23-0308-borrowers-found-by-words.sql',
    'b97e8965bb4b8a2d47140f8ea31a338c9afaae8d7119f229caa62f5eda5d445e',
  ],
  [
    '2026-11-23-0646-companies.sql',
    'f66c87817e15a0abf41f73e46226f3c0af5eb47619135556fa311a569d4cfb7f',
  ],
]);
