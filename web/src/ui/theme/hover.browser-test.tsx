import { IconX } from '@tabler/icons-react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button, ButtonLink, IconButton } from '../button/Button.tsx';
import { TitleButton } from '../button/TitleButton.tsx';
import { SegmentedChoice } from '../filters/SegmentedChoice.tsx';
import { ChoiceField } from '../form/ChoiceField.tsx';
import { QuickPicks } from '../form/QuickPicks.tsx';
import { TextLink } from '../link/TextLink.tsx';
import { ListRow } from '../list/ListRow.tsx';
import { StatStrip, StatTile } from '../page/StatTile.tsx';
import { DetailTabs } from '../tabs/DetailTabs.tsx';
import { ancestorsOf, contrastOf } from '../testing/contrast.ts';
import { draw } from '../testing/draw.tsx';

const nothing = () => undefined;
const two = [
  { value: 'one', label: 'One' },
  { value: 'other', label: 'Other' },
] as const;

/** The controls of the kit that must show that they are hovered. */
function Controls() {
  return (
    <>
      {(['primary', 'secondary', 'quiet', 'danger'] as const).map((kind) => (
        <Button key={kind} kind={kind} data-hovered>
          {kind}
        </Button>
      ))}
      <IconButton label="Close" icon={<IconX size={16} />} data-hovered />
      <ButtonLink to="/loan" data-hovered>
        Loans
      </ButtonLink>
      <TitleButton data-hovered>Title</TitleButton>
      <TextLink to="/loan" plain data-hovered>
        Plain link
      </TextLink>
      <TextLink to="/loan" quiet data-hovered>
        Quiet link
      </TextLink>
      <ListRow as="button" data-hovered>
        Row
      </ListRow>
      <QuickPicks label="Days" picks={[{ id: 'today', label: 'Today', onPick: nothing }]} />
      <ChoiceField id="choice" label="Choice" choices={two} value="one" onChange={nothing} />
      <SegmentedChoice label="Period" choices={two} chosen="one" onChoose={nothing} />
      <DetailTabs
        label="Parts"
        tabs={[
          { id: 'one', label: 'One' },
          { id: 'other', label: 'Other' },
        ]}
        selected="one"
        onSelect={nothing}
      >
        Panel
      </DetailTabs>
      <StatStrip label="Figures">
        <StatTile label="Promises" value="2" onOpen={nothing} />
      </StatStrip>
    </>
  );
}

const hovered = '[data-hovered], ul button, label:has(input:not(:checked)), [aria-selected=false]';

for (const scheme of ['light', 'dark'] as const) {
  it(`each control shows that it is hovered, and its text stays legible, ${scheme}`, async () => {
    await draw(<Controls />);
    document.documentElement.dataset['mantineColorScheme'] = scheme;
    const tile = page.getByRole('button', { name: /Promises/ }).element();
    const controls = [...document.querySelectorAll('main :is(' + hovered + ')'), tile];
    expect(controls.length).toBeGreaterThan(13);
    for (const control of controls) {
      const name = control.textContent || control.ariaLabel || '';
      await userEvent.hover(document.body, { position: { x: 0, y: 0 } });
      const before = looksOf(control);
      await userEvent.hover(control);
      await expect.poll(() => looksOf(control), { message: name }).not.toBe(before);
      await expect.poll(() => textContrastOf(control), { message: name }).toBeGreaterThan(4.5);
    }
  });
}

/** The styles in which a control, its parts or the box around it may show that it is hovered. */
function looksOf(control: Element): string {
  return [...ancestorsOf(control), ...control.querySelectorAll('*')]
    .map((part) => {
      const look = getComputedStyle(part);
      const { backgroundColor, borderColor, boxShadow, color, textDecorationLine } = look;
      return [backgroundColor, borderColor, boxShadow, color, textDecorationLine].join();
    })
    .join(';');
}

/** The lowest contrast of the control's texts with the ground below them, as WCAG calculates it. */
function textContrastOf(control: Element): number {
  const texts = [control, ...control.querySelectorAll('*')].filter((part) =>
    [...part.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim()),
  );
  const ratios = texts.map((text) => {
    const grounds = ancestorsOf(text).map((part) => getComputedStyle(part).backgroundColor);
    return contrastOf(grounds, getComputedStyle(text).color);
  });
  return Math.min(...ratios, 21);
}
