/**
 * Returns the contrast of a colour with the grounds below it, the lowest first, as WCAG calculates
 * it.
 */
export function contrastOf(grounds: readonly string[], colour: string): number {
  const ground = luminanceOf(grounds);
  const ink = luminanceOf([...grounds, colour]);
  return (Math.max(ground, ink) + 0.05) / (Math.min(ground, ink) + 0.05);
}

/** Returns the element and those around it, the outermost first. */
export function ancestorsOf(element: Element): readonly Element[] {
  return [...(element.parentElement ? ancestorsOf(element.parentElement) : []), element];
}

/** Returns the relative luminance of colours painted over each other, the first one over white. */
function luminanceOf(colours: readonly string[]): number {
  const pen = new OffscreenCanvas(1, 1).getContext('2d');
  if (!pen) throw new Error('The browser draws no canvas.');
  for (const colour of ['#fff', ...colours]) {
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
  }
  const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
  const linear = (value: number) => {
    const share = value / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
