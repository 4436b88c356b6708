import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { parse } from 'sugar-high/core';
import { tokenize } from 'sugar-high/lang/typescript';
import { IconCopy } from '@tabler/icons-react';
import { copyText } from '../../lib/copy-text.ts';
import { IconButton } from '../../ui/button/Button.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import classes from './CodeBlock.module.css';

/** Code to read and copy; it is left-to-right in every language. */
export function CodeBlock({ label, code }: { label: string; code: string }) {
  const { t } = useTranslation('gallery');
  const lines = useMemo(() => parse(code, { tokenize }).lines, [code]);
  const copy = () =>
    void copyText(code).then((isCopied) =>
      isCopied ? notify.success(t('copied')) : notify.error(t('notCopied')),
    );
  return (
    <div className={classes.block} dir="ltr">
      <section
        className={classes.scroller}
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls what does not fit
        tabIndex={0}
      >
        <pre className={classes.code}>
          {lines.map(({ index, tokens }) => (
            <code key={index} className={classes.line}>
              {tokens.map(({ type, value }, at) => (
                // A token has no identity other than its position.
                <span key={at} data-token={type}>
                  {value}
                </span>
              ))}
              {'\n'}
            </code>
          ))}
        </pre>
      </section>
      <div className={classes.copy}>
        <IconButton label={t('copy')} icon={<IconCopy size={16} stroke={1.5} />} onClick={copy} />
      </div>
    </div>
  );
}
