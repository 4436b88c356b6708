import { fetchFont, penFont } from './pen-font.ts';

/** Selects the cells to draw. On a phone, a row's name and its total are two lines of one cell. */
const cells = 'thead th, tbody th > span, td[data-figure], button';

const sheet = { margin: 32, head: 48, fineness: 2 };

/**
 * Makes a picture of a heat map: its title and every cell in its position, including cells scrolled
 * out of view, in the colours and the direction of the page.
 */
export async function heatToPng(table: HTMLTableElement, title: string): Promise<Blob | null> {
  const { left, top, width, height } = table.getBoundingClientRect();
  const whole = { width: width + 2 * sheet.margin, height: height + 2 * sheet.margin + sheet.head };
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(whole.width * sheet.fineness);
  canvas.height = Math.ceil(whole.height * sheet.fineness);
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  const { fontFamily, direction, color } = getComputedStyle(table);
  const isRtl = direction === 'rtl';
  const titleFont = `600 18px ${fontFamily}`;
  await fetchFont(titleFont, title);
  pen.scale(sheet.fineness, sheet.fineness);
  pen.direction = isRtl ? 'rtl' : 'ltr';
  pen.fillStyle = getComputedStyle(table).getPropertyValue('--paper').trim();
  pen.fillRect(0, 0, whole.width, whole.height);
  pen.fillStyle = color;
  pen.font = titleFont;
  pen.fillText(title, isRtl ? whole.width - sheet.margin : sheet.margin, sheet.margin + 14);
  pen.translate(sheet.margin - left, sheet.margin + sheet.head - top);
  for (const cell of table.querySelectorAll(cells)) drawCell(pen, cell);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
}

function drawCell(pen: CanvasRenderingContext2D, cell: Element): void {
  const style = getComputedStyle(cell);
  const { left, right, top, width, height } = cell.getBoundingClientRect();
  if (width === 0) return;
  pen.fillStyle = style.backgroundColor;
  pen.beginPath();
  pen.roundRect(left, top, width, height, Number.parseFloat(style.borderRadius) || 0);
  pen.fill();
  pen.fillStyle = style.color;
  pen.font = penFont(style);
  pen.textBaseline = 'middle';
  const isAtRight = isRightAligned(style);
  pen.textAlign = isAtRight ? 'right' : 'left';
  const x = isAtRight
    ? right - Number.parseFloat(style.paddingRight)
    : left + Number.parseFloat(style.paddingLeft);
  // The first child is the figure; the rest of the cell is for screen readers only.
  pen.fillText(cell.firstChild?.textContent?.trim() ?? '', x, top + height / 2);
}

/** Names start where reading starts; figures are at the right in both directions. */
function isRightAligned({ textAlign, direction }: CSSStyleDeclaration): boolean {
  if (textAlign === 'left' || textAlign === 'right') return textAlign === 'right';
  return (textAlign === 'end') !== (direction === 'rtl');
}
