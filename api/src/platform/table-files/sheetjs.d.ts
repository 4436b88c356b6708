/**
 * The part of SheetJS that Bursar uses. Its own declarations type cells and sheets as `any`, which
 * would let a value of the wrong type through.
 */
declare module '@e965/xlsx' {
  export type CellObject = {
    /** Cell type: number, string, boolean, error or empty. */
    t: 'n' | 's' | 'b' | 'e' | 'z';
    v?: string | number | boolean;
    /** The formula. */
    f?: string;
    /** The number format code. */
    z?: string;
  };
  export type DenseSheet = {
    readonly '!data': readonly (readonly (CellObject | undefined)[])[];
    readonly '!rows'?: readonly ({ readonly hidden?: boolean } | undefined)[];
  };
  export type Sheet = { [address: `${string}${number}`]: CellObject };
  export type WorkBook<Read = Sheet> = {
    readonly SheetNames: readonly string[];
    readonly Sheets: { readonly [name: string]: Read | undefined };
    readonly Workbook?: {
      readonly Sheets?: readonly { readonly Hidden?: number }[];
      readonly WBProps?: { readonly date1904?: boolean };
    };
  };

  export function read(
    bytes: Buffer,
    options: {
      readonly type: 'buffer';
      readonly dense: true;
      readonly cellNF: boolean;
      readonly cellText: boolean;
      readonly cellHTML: boolean;
      readonly cellStyles: boolean;
      readonly sheetStubs: boolean;
    },
  ): WorkBook<DenseSheet>;
  export function write(
    book: WorkBook,
    options: { readonly type: 'buffer'; readonly bookType: 'biff8' | 'biff5' | 'xlml' },
  ): Buffer;
  export function set_cptable(codePages: object): void;

  export const utils: {
    book_new(): WorkBook;
    book_append_sheet(book: WorkBook, sheet: Sheet, name: string): void;
    aoa_to_sheet(rows: readonly (readonly (string | number | boolean)[])[]): Sheet;
  };

  type CompoundFile = { readonly FullPaths: readonly string[] };
  type CompoundStream = { content: Uint8Array; size: number };
  export const CFB: {
    read(bytes: Buffer, options: { readonly type: 'buffer' }): CompoundFile;
    find(file: CompoundFile, name: string): CompoundStream | null;
    write(file: CompoundFile, options: { readonly type: 'buffer' }): Buffer;
  };
}

declare module '@e965/xlsx/dist/cpexcel.full.mjs';
