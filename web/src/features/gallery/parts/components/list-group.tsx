import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../../lib/paths.ts';
import { Count } from '../../../../ui/format/Count.tsx';
import { Money } from '../../../../ui/format/Money.tsx';
import { Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { documented, type Part } from '../../part.ts';
import classes from './list-group.module.css';

export const part: Part = {
  examples: { ToRead, ThatLeadOn, OneChosen, SeveralChosen },
  components: [
    documented<{ className: string; 'aria-pressed': boolean }>('li', [
      { name: 'className', type: "'item'" },
      { name: 'aria-pressed', type: 'boolean', standard: '–' },
    ]),
  ],
  keyboard: [
    { keys: ['Tab', 'Enter'], does: 'press' },
    { keys: ['Space'], does: 'tick' },
  ],
};

function ToRead() {
  const { t } = useTranslation('gallery-components');
  return (
    <ul className={classes.list}>
      {(['principal', 'interest', 'fees'] as const).map((kind) => (
        <li key={kind} className={classes.item}>
          {t(`list-group.words.${kind}`)}
          <Money amountMinor={owed[kind]} currency="USD" />
        </li>
      ))}
    </ul>
  );
}

const owed = { principal: 12_480_22, interest: 118_40, fees: 13_28 };

function ThatLeadOn() {
  const { t } = useTranslation('gallery-components');
  return (
    <ul className={classes.list}>
      {ways.map(({ id, to }) => (
        <li key={id}>
          <Link to={to} className={classes.item}>
            {t(`list-group.words.${id}`)}
            <IconChevronRight size={16} stroke={1.5} className="mirrors" aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

const ways = [
  { id: 'profile', to: paths.profile },
  { id: 'roles', to: paths.roles },
  { id: 'approvals', to: paths.approvals },
] as const;

function OneChosen() {
  const { t } = useTranslation('gallery-components');
  const [team, setTeam] = useState<'delta' | 'harbour' | 'north'>('delta');
  return (
    <ul className={classes.list}>
      {teams.map(({ id, loans }) => (
        <li key={id}>
          <button
            type="button"
            className={classes.item}
            aria-pressed={team === id}
            onClick={() => setTeam(id)}
          >
            {t(`list-group.words.${id}`)}
            <Text as="span" size="table">
              <Count value={loans} />
            </Text>
          </button>
        </li>
      ))}
    </ul>
  );
}

const teams = [
  { id: 'delta', loans: 812 },
  { id: 'harbour', loans: 640 },
  { id: 'north', loans: 548 },
] as const;

function SeveralChosen() {
  const { t } = useTranslation('gallery-components');
  const [chosen, setChosen] = useState<readonly string[]>(['harbour']);
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <Stack gap={2}>
      <ul className={classes.list}>
        {teams.map(({ id }) => (
          <li key={id}>
            <label className={classes.item}>
              {t(`list-group.words.${id}`)}
              <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
            </label>
          </li>
        ))}
      </ul>
      <Text tone="muted" size="table" aria-live="polite">
        {t('list-group.words.chosen', { count: chosen.length, teams: chosen.length })}
      </Text>
    </Stack>
  );
}
