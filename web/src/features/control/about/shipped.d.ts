/** Made when the product is built, by `build/shipped-packages.ts`. */
declare module 'virtual:shipped' {
  export const version: string;
  export const packages: readonly { name: string; version: string; licence: string }[];
}
