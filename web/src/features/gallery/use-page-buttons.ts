import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import classes from './page-buttons.module.css';

/** The look and the labels of numbered pages. */
export function usePageButtons() {
  const { t } = useTranslation('gallery-samples');
  const format = useFormat();
  return {
    classNames: { root: classes.pages ?? '', control: classes.page ?? '' },
    getControlProps: (which: 'first' | 'previous' | 'next' | 'last') => ({
      'aria-label': t(which),
    }),
    getItemProps: (page: number) => ({
      'aria-label': t('page', { number: format.count(page) }),
      children: format.count(page),
    }),
  };
}
