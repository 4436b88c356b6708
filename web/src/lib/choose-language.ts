import i18next from 'i18next';
import { changeDisplaySettings } from './display-settings.ts';
import { directionOf, type Language } from './languages.ts';

/** Switches the words, and with them the direction: `ae` is read from the right, any other is not. */
export async function chooseLanguage(code: Language['code']): Promise<void> {
  await i18next.changeLanguage(code);
  changeDisplaySettings({ rtlClass: directionOf(code) });
}
