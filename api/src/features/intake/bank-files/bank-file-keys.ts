export type FileKey = { readonly portfolioId: string; readonly bankFileId: string };
export type LineKey = FileKey & { readonly bankLineId: string };

export type Page = { readonly after?: string | undefined; readonly limit: number };
