/** In pixels: between button and panel, and between the panel and the edge of the screen. */
const gap = 4;
const margin = 8;

/** Below its button, or above where only there is room, and within the screen. */
export function placeBeside(panel: HTMLElement, button: HTMLElement, align: 'start' | 'end'): void {
  const beside = button.getBoundingClientRect();
  const below = innerHeight - beside.bottom - gap - margin;
  const above = beside.top - gap - margin;
  const { style, scrollHeight, offsetWidth } = panel;
  const isBelow = scrollHeight <= below || below >= above;
  style.maxBlockSize = `${isBelow ? below : above}px`;
  const isRtl = getComputedStyle(panel).direction === 'rtl';
  const keepsRight = (align === 'end') !== isRtl;
  const left = keepsRight ? beside.right - offsetWidth : beside.left;
  style.left = `${Math.max(margin, Math.min(left, innerWidth - offsetWidth - margin))}px`;
  style.top = `${isBelow ? beside.bottom + gap : beside.top - gap - panel.offsetHeight}px`;
}
