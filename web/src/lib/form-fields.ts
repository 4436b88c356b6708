import type { UseFormReturnType } from '@mantine/form';

/** What is wrong with a form, a sentence a field. Fields have the names that the request gives them. */
export type FormProblems = Readonly<Record<string, string | undefined>>;

/** What is typed, by field. */
export type Fields = Readonly<Record<string, unknown>>;

/** The form as the library keeps it. */
export type Library<Values extends Fields> = UseFormReturnType<Values>;

/** What connects each field of a form with its value and with what is wrong with it. */
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
  const about = (field: string) => ({ id: idOf(field), error: shown[field] });
  return {
    /**
     * What a field of it is told; a nested one is named `desk.email`. `asked` is what the request
     * calls it, where that differs.
     */
    field: <Name extends FieldName<Values>>(
      field: Name,
      asked: string = field,
    ): FieldOf<Flat<Values>[Name]> => {
      const { value, onChange } = library.getInputProps(field);
      return {
        ...about(asked),
        value,
        onChange: (next) => {
          onChange(next);
          edited();
        },
        onUnreadable: (sentence) => note(asked, sentence),
      };
    },
    /** The same of what is drawn another way. */
    about,
  };
}

/** What a field is told: its id and value, what is wrong with it, and where its changes go. */
export type FieldOf<Value> = {
  readonly id: string;
  readonly error: string | undefined;
  readonly value: Value;
  // As a method, so that a form with more fields serves where one with fewer is asked for.
  onChange(value: Value): void;
  /** It holds what cannot be read, and hands on nothing; without a sentence it can be read again. */
  readonly onUnreadable: (sentence: string | undefined) => void;
};

type NameIn<Values> = keyof Values & string;

/** The names of all fields, nested ones as `desk.email`. */
type FieldName<Values> = {
  [Name in NameIn<Values>]: Values[Name] extends Fields
    ? Name | `${Name}.${NameIn<Values[Name]>}`
    : Name;
}[NameIn<Values>];

/** What each holds. */
type Flat<Values> = {
  [Name in FieldName<Values>]: Name extends keyof Values
    ? Values[Name]
    : Name extends `${infer Outer extends NameIn<Values>}.${infer Inner}`
      ? Inner extends keyof Values[Outer]
        ? Values[Outer][Inner]
        : never
      : never;
};
