import { useTranslation } from 'react-i18next';
import {
  changeDisplaySettings,
  type DisplaySettings,
  settingChoices,
  useDisplaySettings,
} from '../../../lib/display-settings.ts';
import { DrawnChoice } from '../../../ui/form/DrawnChoice.tsx';
import { TickBox } from '../../../ui/form/TickBox.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { DrawerSection } from '../../../ui/overlay/DrawerSection.tsx';
import { SideDrawer } from '../../../ui/overlay/SideDrawer.tsx';
import classes from './DisplaySettingsDrawer.module.css';

type DrawerProps = { isOpen: boolean; onClose: () => void };

/** The display settings: each change applies at once and is saved in this browser. */
export function DisplaySettingsDrawer({ isOpen, onClose }: DrawerProps) {
  const { t } = useTranslation('settings');
  return (
    <SideDrawer opened={isOpen} onClose={onClose} title={t('title')} size="settings">
      <Stack gap={5}>
        <Text as="p" tone="muted" size="table">
          {t('purpose')}
        </Text>
        <Choice name="theme" arrangement="row" />
        <Choice name="menu" arrangement="row" />
        <SemiDark />
        <Choice name="layout" arrangement="row" />
        <Choice name="rtlClass" arrangement="row" />
        <Choice name="navbar" arrangement="row" />
        <Choice name="animation" arrangement="grid" />
      </Stack>
    </SideDrawer>
  );
}

type ChoiceName = keyof typeof settingChoices;

/** One setting with its choices; its texts are `<setting>.label`, `.hint` and `.<choice>`. */
function Choice({ name, arrangement }: { name: ChoiceName; arrangement: 'row' | 'grid' }) {
  const { t } = useTranslation('settings');
  const settings = useDisplaySettings();
  const choices: readonly DisplaySettings[ChoiceName][] = settingChoices[name];
  return (
    <ChoiceGroup
      name={name}
      label={t(`${name}.label`)}
      hint={t(`${name}.hint`)}
      arrangement={arrangement}
      choices={choices.map((choice) => ({ value: choice, label: t(`${name}.${choice}`) }))}
      chosen={settings[name]}
      onChoose={(chosen) => {
        // The value comes from this setting's own list of choices.
        const change: Partial<DisplaySettings> = { [name]: chosen };
        changeDisplaySettings(change);
      }}
    />
  );
}

function SemiDark() {
  const { t } = useTranslation('settings');
  const { semidark } = useDisplaySettings();
  return (
    <DrawerSection>
      <Row as="label" gap={2}>
        <TickBox
          checked={semidark}
          onChange={(event) => changeDisplaySettings({ semidark: event.currentTarget.checked })}
        />
        {t('semidark')}
      </Row>
    </DrawerSection>
  );
}

type ChoiceGroupProps<Value extends string> = {
  name: string;
  label: string;
  hint: string;
  arrangement: 'row' | 'grid';
  choices: readonly { value: Value; label: string }[];
  chosen: Value;
  onChoose: (value: Value) => void;
};

/** A choice with all options visible: radio buttons drawn as large buttons in a row or a grid. */
function ChoiceGroup<Value extends string>(props: ChoiceGroupProps<Value>) {
  const { name, label, hint, arrangement, choices, chosen, onChoose } = props;
  return (
    <DrawerSection>
      <fieldset aria-describedby={`${name}-hint`}>
        <Text as="legend" weight="medium">
          {label}
        </Text>
        <Box
          as="p"
          id={`${name}-hint`}
          tone="muted"
          size="caption"
          below={3}
          className={classes.hint}
        >
          {hint}
        </Box>
        <Box
          flow="grid"
          gap={2}
          columns={`repeat(${arrangement === 'row' ? choices.length : 3}, 1fr)`}
        >
          {choices.map((choice) => (
            <DrawnChoice
              key={choice.value}
              name={name}
              value={choice.value}
              checked={choice.value === chosen}
              onChange={() => onChoose(choice.value)}
            >
              <span className={classes.choice}>{choice.label}</span>
            </DrawnChoice>
          ))}
        </Box>
      </fieldset>
    </DrawerSection>
  );
}
