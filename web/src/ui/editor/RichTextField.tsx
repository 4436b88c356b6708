import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Typography.layer.css';
import '@mantine/tiptap/styles.layer.css';
import { Link, RichTextEditor } from '@mantine/tiptap';
import { type Editor, useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldProps } from '../form/field.ts';
import { Stack } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';
import edges from '../scroll/ScrollEdges.module.css';
import { useScrollEdges } from '../scroll/use-scroll-edges.ts';
import classes from './Editor.module.css';

type RichTextFieldProps = Pick<FieldProps, 'id' | 'label' | 'hint' | 'error' | 'disabled'> & {
  /** HTML of the formats that the tools offer; any other format is reduced to its text. */
  value: string;
  onChange: (html: string) => void;
  /** `brief` leaves out headings and quotes, for short texts. */
  tools?: 'all' | 'brief';
};

/**
 * A rich-text field. Text that is pasted or set loses every format without a tool, because the user
 * could not remove it. Software that receives this HTML, such as the server, must not trust it
 * and must clean it again.
 */
export function RichTextField(props: RichTextFieldProps) {
  const { id, label, hint, error, disabled = false, value, onChange, tools = 'all' } = props;
  const { t } = useTranslation('editor');
  const labelId = useId();
  const aboutId = useId();
  const toolbar = useRef<HTMLDivElement>(null);
  useScrollEdges(toolbar);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  const editor = useEditor({
    extensions: [formatsOf(tools), Link],
    content: value,
    editable: !disabled,
    shouldRerenderOnTransaction: true,
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelId,
        'aria-describedby': aboutId,
      },
    },
    onUpdate: ({ editor: typed }) => latest.current(htmlOf(typed)),
  });
  useContent(editor, value);

  return (
    <Stack gap={1}>
      <Text as="span" size="table" weight="medium" id={labelId}>
        {label}
      </Text>
      <RichTextEditor
        editor={editor}
        labels={labelsOf(t)}
        variant="subtle"
        classNames={{
          root: classes.editor ?? '',
          toolbar: classes.tools ?? '',
          control: classes.tool ?? '',
        }}
        data-wrong={error ? true : undefined}
      >
        <RichTextEditor.Toolbar ref={toolbar} className={edges.fades}>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            <RichTextEditor.Underline />
            <RichTextEditor.Strikethrough />
          </RichTextEditor.ControlsGroup>
          {tools === 'all' && (
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.H2 />
              <RichTextEditor.H3 />
              <RichTextEditor.Blockquote data-mirrors />
            </RichTextEditor.ControlsGroup>
          )}
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.BulletList data-mirrors />
            <RichTextEditor.OrderedList />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Link />
            <RichTextEditor.Unlink />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Undo />
            <RichTextEditor.Redo />
          </RichTextEditor.ControlsGroup>
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content className={classes.content} />
      </RichTextEditor>
      <Text as="span" size="caption" tone={error ? 'late' : 'muted'} id={aboutId}>
        {error ?? hint}
      </Text>
    </Stack>
  );
}

const formatsOf = (tools: 'all' | 'brief') =>
  StarterKit.configure({
    heading: tools === 'all' && { levels: [2, 3] },
    ...(tools === 'brief' && { blockquote: false }),
    code: false,
    codeBlock: false,
    horizontalRule: false,
    // `Link` of Mantine replaces it.
    link: false,
  });

/**
 * Returns the HTML of the editor. An empty editor still contains a paragraph, which counts as no
 * text.
 */
const htmlOf = (editor: Editor): string => (editor.isEmpty ? '' : editor.getHTML());

/** Updates the editor when the value changes from outside, such as when a form is reset. */
function useContent(editor: Editor | null, value: string): void {
  useEffect(() => {
    if (editor && htmlOf(editor) !== value) {
      editor.commands.setContent(value, { emitUpdate: false });
    }
  }, [editor, value]);
}

function labelsOf(t: (key: string) => string) {
  const control = (name: string) => t(`control.${name}`);
  return {
    boldControlLabel: control('bold'),
    italicControlLabel: control('italic'),
    underlineControlLabel: control('underline'),
    strikeControlLabel: control('strike'),
    h2ControlLabel: control('heading'),
    h3ControlLabel: control('subheading'),
    blockquoteControlLabel: control('quote'),
    bulletListControlLabel: control('bullets'),
    orderedListControlLabel: control('numbers'),
    linkControlLabel: control('link'),
    unlinkControlLabel: control('unlink'),
    undoControlLabel: control('undo'),
    redoControlLabel: control('redo'),
    linkEditorInputLabel: control('linkAddress'),
    linkEditorInputPlaceholder: 'https://',
    linkEditorExternalLink: control('linkNewTab'),
    linkEditorInternalLink: control('linkSameTab'),
    linkEditorSave: control('linkSave'),
  };
}
