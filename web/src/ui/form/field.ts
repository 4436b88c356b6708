import type { __BaseInputProps } from '@mantine/core';
import { createElement } from 'react';
import type { ReactNode } from 'react';
import { OptionalLabel } from './OptionalLabel.tsx';
import classes from './fields.module.css';

/** Properties of every form field. The id is the target of an `ErrorSummary` entry. */
export type FieldProps = {
  id: string;
  label: ReactNode;
  /** Says what to enter and in which format; shown under the field. */
  hint?: ReactNode;
  /** The problem with the value, in one sentence; shown under the field. */
  error?: string | undefined;
  required?: boolean | undefined;
  /** Marks the label as optional, in a form whose other fields are required. */
  optional?: boolean;
  disabled?: boolean | undefined;
  placeholder?: string | undefined;
  /** Focuses the field when its dialog opens. */
  focusFirst?: boolean;
  onBlur?: (() => void) | undefined;
  /**
   * Called with a sentence while the field's text cannot be read, and with undefined once it can.
   * Such a field returns no value, but it must not count as empty.
   */
  onUnreadable?: ((sentence: string | undefined) => void) | undefined;
};

/** Converts the properties to those of the component library. */
export function toInputProps(field: FieldProps): __BaseInputProps & InputAttributes {
  const { id, label, hint, error, required = false, optional = false } = field;
  const { disabled = false, placeholder } = field;
  return {
    id,
    label: optional ? createElement(OptionalLabel, null, label) : label,
    description: hint,
    error,
    disabled,
    placeholder,
    onBlur: field.onBlur,
    // No `required`: the form reports missing values in the reader's language, the browser would
    // not.
    'aria-required': required || undefined,
    'data-autofocus': field.focusFirst || undefined,
    // The hint is below the field, so that fields side by side align.
    inputWrapperOrder: ['label', 'input', 'description', 'error'],
    classNames: {
      wrapper: classes.wrapper ?? '',
      label: classes.label ?? '',
      input: classes.input ?? '',
      description: classes.below ?? '',
      error: classes.below ?? '',
    },
  };
}

type InputAttributes = {
  classNames: Record<'wrapper' | 'label' | 'input' | 'description' | 'error', string>;
  id: string;
  disabled: boolean;
  placeholder?: string | undefined;
  onBlur?: (() => void) | undefined;
  'aria-required'?: true | undefined;
  'data-autofocus'?: true | undefined;
};
