import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { compressAssets } from './build/compress-assets.ts';
import { gatherFirstWords } from './build/gather-first-words.ts';
import { preloadFirstPage } from './build/preload-first-page.ts';
import { shippedPackages } from './build/shipped-packages.ts';

const api = process.env['BURSAR_API'] ?? 'http://127.0.0.1:3000';

/*
 * What every page needs comes in two files instead of fifteen: the libraries, which change seldom,
 * and the product's own base; the shell and what most pages inside it need come in a third, since
 * many small files compress badly and queue for the browser's few connections. Pages stay apart.
 */
const firstLoad = [
  {
    name: 'libraries',
    test: /node_modules\/(react|react-dom|scheduler|react-router|i18next[^/]*|react-i18next|html-parse-stringify|void-elements|use-sync-external-store)\//,
  },
  {
    name: 'base',
    test: /(contracts\/src\/(roles|routes)|web\/src\/(app\/(?!prefetch-pages|Kit)[^/]+|lib\/(cookies|session|api-client|paths|languages|choose-language|display-settings|document-title|failure-sentence)|ui\/(theme\/foundation|brand\/Logo|flag\/Flag|button\/Button|overlay\/notify|format\/formatters)))\.(ts|tsx)$|node_modules\/@tabler\/icons-react\/.*(createReactComponent|defaultAttributes|IconAlertTriangle|IconX)\./,
  },
  {
    name: 'Shell',
    test: /(loan-maths\/src\/calendar|web\/src\/(app\/shell\/Shell|ui\/(page\/[^/]+|format\/[^/]+|status\/ArrearsBadge|table\/(FigureTable|CellPair))|features\/work\/QueueSkeleton|lib\/(query-roots|use-may|session-query|load-of|percent|photo-address)))\.tsx?$/,
  },
];

/*
 * A click to a list must not wait for thirty small files in a row: what every list is made of comes
 * in one, what every page about loans says of them in another.
 */
const lists = [
  {
    name: 'loans',
    includeDependenciesRecursively: false,
    test: /web\/src\/(features\/(loans\/(loans\.queries|loan-words|loan-list-filters|loan-lists|BorrowerName|LoanStatusBadge)|assignments\/assignments\.queries|tags\/tags\.queries)|ui\/(status\/(StatusBadge|Tag)|filters\/filter-values)|lib\/download)(\.module)?\.(ts|tsx|css)$/,
  },
  {
    name: 'lists',
    includeDependenciesRecursively: false,
    test: /web\/src\/(ui\/(filters\/(FilterBar|FilterChip|SearchBox|OptionList|DaysEditor|FilterEditor)|table\/(?!BeforeAfter|CellPair|FigureTable|MoreRows)[^/]+|views\/SavedViews|state\/use-immediate|overlay\/LazyPopover)|features\/saved-views\/[^/]+)(\.module)?\.(ts|tsx|css)$/,
  },
];

export default defineConfig({
  plugins: [react(), shippedPackages(), gatherFirstWords(), preloadFirstPage(), compressAssets()],
  // The workspaces are read as TypeScript, so that a change in one is seen without a build.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: {
    target: 'es2022',
    // An icon or a small picture inside the script is paid for by every page: keep files apart.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [...firstLoad, ...lists] } } },
  },
  server: {
    proxy: {
      '/api': api,
      '/locales/add': api,
      '/healthz': api,
      '/readyz': api,
    },
  },
});
