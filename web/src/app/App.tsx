import { RouterProvider } from 'react-router/dom';
import { useDocumentLook } from './document-look.ts';
import type { createAppRouter } from './router.tsx';

/** The product: the document's look, and its pages by their addresses. */
export function App({ router }: { router: ReturnType<typeof createAppRouter> }) {
  useDocumentLook();
  return <RouterProvider router={router} />;
}
