import { tagColours } from '@bursar/contracts/choices';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { useFormAttempt } from '../../lib/form-attempt.ts';
import { Button } from '../../ui/button/Button.tsx';
import { FormFailure } from '../../ui/form/FormMessages.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Tag } from '../../ui/status/Tag.tsx';
import classes from './TagsDrawer.module.css';
import { useChangeTag, useCreateTag } from './tags.queries.ts';
import type { TagColour } from './tags.queries.ts';

type TagFormProps = {
  /** The tag to change; without one the form makes a new one. */
  readonly tag?: { id: string; name: string; colour: TagColour; version: number };
  readonly submitLabel: string;
  readonly onDone: () => void;
  readonly onCancel?: () => void;
};

type TagDraft = { readonly id: string; readonly name: string; readonly colour: TagColour };

/** A tag's name and colour. A new one's id is made with the form and kept on every retry. */
export function TagForm({ tag, submitLabel, onDone, onCancel }: TagFormProps) {
  const { t } = useTranslation(['tags', 'failures']);
  const [draft, setDraft] = useState<TagDraft>(
    () => tag ?? { id: uuidv7(), name: '', colour: firstColour },
  );
  const creating = useCreateTag();
  const changing = useChangeTag();
  const isBusy = creating.isPending || changing.isPending;
  const attempt = useFormAttempt(
    { name: draft.name.trim() === '' ? t('failures:name_missing') : undefined },
    tag ? `tag-${tag.id}` : 'new-tag',
  );
  const nameField = attempt.fieldProps('name');
  // It may come after its drawer has given the focus away, or in the place of what was pressed.
  useEffect(() => document.getElementById(nameField.id)?.focus(), [nameField.id]);
  const edit = (change: Partial<typeof draft>) => {
    attempt.edited();
    setDraft({ ...draft, ...change });
  };
  const submit = () => {
    if (isBusy || !attempt.begin()) return;
    const { id, name, colour } = draft;
    const outcome = { onSuccess: onDone, onError: attempt.refuse };
    if (tag) changing.mutate({ id, name, colour, version: tag.version }, outcome);
    else creating.mutate({ id, name, colour }, outcome);
  };
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <FormFailure failure={attempt.failure} />
      <TextField
        {...nameField}
        label={t(tag ? 'form.name' : 'form.newName')}
        value={draft.name}
        onChange={(name) => edit({ name })}
        maxLength={40}
        focusFirst
      />
      <ColourChoice chosen={draft.colour} onChoose={(colour) => edit({ colour })} />
      <div className={classes.actions}>
        {onCancel && (
          <Button size="compact" onClick={onCancel}>
            {t('form.cancel')}
          </Button>
        )}
        <Button type="submit" size="compact" kind="primary" busy={isBusy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

type ColourChoiceProps = {
  readonly chosen: TagColour;
  readonly onChoose: (colour: TagColour) => void;
};

/** Each colour by its name, as a tag looks in it. */
function ColourChoice({ chosen, onChoose }: ColourChoiceProps) {
  const { t } = useTranslation('tags');
  const group = useId();
  return (
    <fieldset>
      <legend className={classes.legend}>{t('form.colour')}</legend>
      <div className={classes.colours}>
        {tagColours.map((colour) => (
          <label key={colour} className={classes.colour}>
            <input
              type="radio"
              name={group}
              aria-label={t(`colour.${colour}`)}
              checked={colour === chosen}
              onChange={() => onChoose(colour)}
            />
            <span>
              <Tag colour={colour}>{t(`colour.${colour}`)}</Tag>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const [firstColour] = tagColours;
