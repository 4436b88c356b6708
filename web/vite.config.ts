import react from '@vitejs/plugin-react';
import { defaultClientConditions, defaultServerConditions, defineConfig, type Plugin } from 'vite';
import { chunkGroups } from './build/chunk-groups.ts';
import { className } from './build/class-name.ts';
import { failureTexts } from './build/failure-texts.ts';
import { compressAssets } from './build/compress-assets.ts';
import { bundleTranslations } from './build/bundle-translations.ts';
import { preloadFirstPage } from './build/preload-first-page.ts';
import { listRenderedPages } from './build/list-rendered-pages.ts';
import { shippedPackages } from './build/shipped-packages.ts';

const api = process.env['BURSAR_API'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [
    react(),
    shippedPackages(),
    forBrowser(failureTexts()),
    forBrowser(bundleTranslations()),
    forBrowser(preloadFirstPage()),
    forBrowser(listRenderedPages()),
    forBrowser(compressAssets()),
  ],
  // The workspaces are read as TypeScript, so that a change in one is seen without a build.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  css: { modules: { generateScopedName: className } },
  // `vite build` builds both environments.
  builder: {},
  environments: {
    client: {
      build: {
        target: 'es2022',
        // An icon or small picture inside the script would load with every page, so files stay
        // separate.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        reportCompressedSize: false,
        rolldownOptions: {
          output: {
            codeSplitting: { groups: chunkGroups() },
            // The first script names all files, and hashes do not compress, so they are as short as
            // the bundler allows.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: 'assets/[name]-[hash:6][extname]',
          },
        },
      },
    },
    /** Renders the first view of some pages on the server. */
    ssr: {
      // The bundle contains all packages, because the thread that renders cannot load any.
      resolve: { noExternal: true, conditions: ['source', ...defaultServerConditions] },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        target: 'node24',
        outDir: 'dist-server',
        copyPublicDir: false,
        emitAssets: false,
        minify: false,
        rolldownOptions: {
          input: 'src/app/server-render/render-page.tsx',
          // This check is off, because the server downloads nothing, so a dynamic import need not
          // save a download.
          checks: { ineffectiveDynamicImport: false },
        },
      },
    },
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

/** Leaves a plugin out of the build that renders on the server. */
function forBrowser(plugin: Plugin): Plugin {
  return { ...plugin, applyToEnvironment: ({ name }) => name === 'client' };
}
