import { useSearchParams } from 'react-router';
import { ProductList } from '../../features/servicing/products/ProductList.tsx';
import { CreateProduct, ProductPage } from '../../features/servicing/products/ProductPage.tsx';
import { BackTo } from './BackTo.tsx';

/** All loan products, or the one that the address names. */
export function ProductsPage() {
  const [search] = useSearchParams();
  const id = search.get('id');
  return id === null ? <ProductList /> : <ProductPage key={id} productId={id} back={back} />;
}

export const CreateProductPage = () => <CreateProduct back={back} />;

const back = <BackTo lists={['/products']} />;
