import type { __BaseInputProps } from '@mantine/core';
import { createElement, useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { OptionalLabel } from './OptionalLabel.tsx';
import classes from './fields.module.css';

/** What every field of a form has. The id is what an `ErrorSummary` leads to. */
export type FieldProps = {
  id: string;
  label: ReactNode;
  /** What to enter, in what form; stands under the field. */
  hint?: ReactNode;
  /** What is wrong with it, in one sentence; stands under the field. */
  error?: string | undefined;
  required?: boolean | undefined;
  /** May stay empty, in a form whose other fields may not: its label says so. */
  optional?: boolean;
  disabled?: boolean | undefined;
  placeholder?: string | undefined;
  /** Focus it when the dialog around it opens. */
  focusFirst?: boolean;
  onBlur?: (() => void) | undefined;
  /**
   * Told the sentence while the field holds what cannot be read, and nothing once it can: such a
   * field hands on nothing, and must not be taken for an empty one.
   */
  onUnreadable?: ((sentence: string | undefined) => void) | undefined;
};

/** A field that goes takes along what stood in it: nothing of it is unreadable any more. */
export function useForgottenWhenGone(tell: FieldProps['onUnreadable']): void {
  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
  });
  useEffect(() => () => latest.current?.(undefined), []);
}

/** The same, in the words of the component library. */
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
    // Not `required`: the form says what is missing in the reader's language, the browser does not.
    'aria-required': required || undefined,
    'data-autofocus': field.focusFirst || undefined,
    // The hint under the field: fields that stand abreast keep their line.
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
