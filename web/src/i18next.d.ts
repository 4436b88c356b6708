import 'i18next';

// Keys and variables are plain strings here: a test compares them with the translation files
// (web/build/translations). Without their types, the compiler's check of variables has nothing to
// compare and only refuses keys of a generic type.
declare module 'i18next' {
  interface CustomTypeOptions {
    strictInterpolationChecks: false;
  }
}
