/** What a route tells those who draw around its page. */
export type RouteHandle = {
  /** The page's name among the `title` words. */
  title: string;
};

export function isRouteHandle(handle: unknown): handle is RouteHandle {
  return typeof handle === 'object' && handle !== null && 'title' in handle;
}
