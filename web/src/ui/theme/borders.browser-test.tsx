import { expect, it } from 'vitest';
import { SearchBox } from '../filters/SearchBox.tsx';
import { DayField } from '../form/DayField.tsx';
import { MoneyField } from '../form/MoneyField.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { TextareaField } from '../form/TextareaField.tsx';
import { TextField } from '../form/TextField.tsx';
import { TickBox } from '../form/TickBox.tsx';
import { ancestorsOf, contrastOf } from '../testing/contrast.ts';
import { draw } from '../testing/draw.tsx';

const nothing = () => undefined;

/** Every kind of field that users recognise only by its border. */
function Fields() {
  return (
    <>
      <TextField id="text" label="Text" value="" onChange={nothing} />
      <TextareaField id="lines" label="Lines" value="" onChange={nothing} />
      <MoneyField id="money" label="Money" currency="USD" value={null} onChange={nothing} />
      <DayField id="day" label="Day" value={null} onChange={nothing} today="2026-03-01" />
      <SelectField id="pick" label="Pick" options={[]} value={null} onChange={nothing} />
      <SearchBox
        filter={{ kind: 'search', id: 'search', label: 'Search' }}
        value={undefined}
        onChange={nothing}
      />
      <TickBox aria-label="Tick" />
    </>
  );
}

for (const scheme of ['light', 'dark'] as const) {
  for (const ground of ['paper', 'raised', 'sunken', 'hover']) {
    it(`the border of each field has a contrast of 3 : 1, ${scheme}, on ${ground}`, async () => {
      await draw(<Fields />);
      document.documentElement.dataset['mantineColorScheme'] = scheme;
      document.body.style.background = `var(--${ground})`;
      const fields = [...document.querySelectorAll('main :is(input:not([type=hidden]), textarea)')];
      expect(fields).toHaveLength(7);
      for (const field of fields) expect(borderContrastOf(field), nameOf(field)).toBeGreaterThan(3);
      document.body.style.background = '';
    });
  }
}

/** The contrast of the field's border with the ground around it. */
function borderContrastOf(field: Element): number {
  const around = ancestorsOf(field).slice(0, -1);
  const grounds = around.map((part) => getComputedStyle(part).backgroundColor);
  return contrastOf(grounds, getComputedStyle(field).borderBlockStartColor);
}

function nameOf(field: Element): string {
  return field.getAttribute('aria-label') ?? field.id;
}
