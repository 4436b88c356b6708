import {
  addProductVersion as addContract,
  archiveProduct as archiveContract,
  createProduct as createContract,
  listLoanProducts,
  readProduct,
  restoreProduct,
} from '@bursar/contracts/servicing/products';
import { inPortfolio } from '../../../platform/command-context.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { findProduct, listProducts } from './products.store.ts';
import { addProductVersion, archiveProduct, createProduct } from './write-product.ts';

export function bindProductRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listLoanProducts, async ({ query, session: { scope } }) =>
    succeed(await listProducts(database, { scope, question: query })),
  );

  bindEndpoint(platform, readProduct, async ({ params, session: { scope } }) => {
    const product = await findProduct(database, { scope, id: params.productId });
    return product ? succeed(product) : refuse('not_found');
  });

  bindEndpoint(platform, createContract, ({ body, context }) =>
    inPortfolio(context, (own) => createProduct(database, body, own)),
  );

  bindEndpoint(platform, addContract, ({ params, body, context }) =>
    inPortfolio(context, (own) => addProductVersion(database, { ...body, ...params }, own)),
  );

  bindEndpoint(platform, archiveContract, ({ params, context }) =>
    inPortfolio(context, (own) => archiveProduct(database, { ...params, isArchived: true }, own)),
  );

  bindEndpoint(platform, restoreProduct, ({ params, context }) =>
    inPortfolio(context, (own) => archiveProduct(database, { ...params, isArchived: false }, own)),
  );
}
