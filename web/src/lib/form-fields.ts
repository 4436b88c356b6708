import type { UseFormReturnType } from '@mantine/form';

/** The problems of a form: one sentence per field, by the field's name in the request. */
export type FormProblems = Readonly<Record<string, string | undefined>>;

/** The values of a form, by field. */
export type Fields = Readonly<Record<string, unknown>>;

/** The form object of the Mantine form library. */
export type Library<Values extends Fields> = UseFormReturnType<Values>;

/** Connects each field with its value and its problem. */
export function fieldsOf<Values extends Fields>({
  library,
  shown,
  idOf,
  edited,
  note,
}: {
  library: Library<Values>;
  shown: FormProblems;
  idOf: (field: string) => string;
  edited: () => void;
  note: (field: string, sentence: string | undefined) => void;
}) {
  const controlProps = (field: string) => ({ id: idOf(field), error: shown[field] });
  return {
    /**
     * Props of a field; a nested field is named `desk.email`. Pass `asked` if the request uses a
     * different name for it.
     */
    field: <Name extends FieldName<Values>>(
      field: Name,
      asked: string = field,
    ): FieldOf<Flat<Values>[Name]> => {
      const { value, onChange } = library.getInputProps(field);
      return {
        ...controlProps(asked),
        value,
        onChange: (next) => {
          onChange(next);
          edited();
        },
        onUnreadable: (sentence) => note(asked, sentence),
      };
    },
    /** Props of a value that is not drawn as a field. */
    controlProps,
  };
}

/** The props of a field: its id, value, problem and change handlers. */
export type FieldOf<Value> = {
  readonly id: string;
  readonly error: string | undefined;
  readonly value: Value;
  // Declared as a method, so that a form with more fields fits where one with fewer is expected.
  onChange(value: Value): void;
  /** Called with a sentence if the text cannot be read, and with undefined once it can. */
  readonly onUnreadable: (sentence: string | undefined) => void;
};

type NameIn<Values> = keyof Values & string;

/** The names of all fields; nested ones are written `desk.email`. */
type FieldName<Values> = {
  [Name in NameIn<Values>]: Values[Name] extends Fields
    ? Name | `${Name}.${NameIn<Values[Name]>}`
    : Name;
}[NameIn<Values>];

/** The type of each field's value, by the name of the field. */
type Flat<Values> = {
  [Name in FieldName<Values>]: Name extends keyof Values
    ? Values[Name]
    : Name extends `${infer Outer extends NameIn<Values>}.${infer Inner}`
      ? Inner extends keyof Values[Outer]
        ? Values[Outer][Inner]
        : never
      : never;
};
