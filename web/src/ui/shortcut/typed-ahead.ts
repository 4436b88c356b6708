/**
 * Holds typed keys until the next overlay takes the focus and then delivers them there, so that
 * users who know the shortcuts can type on while a form loads. Escape, a press of the pointer, or a
 * wait of 30 seconds discards them.
 */
export function holdTyping(): void {
  if (hold) return;
  const controller = new AbortController();
  const opener = document.activeElement;
  const keys: string[] = [];
  const letGo = () => {
    clearTimeout(timer);
    controller.abort();
    hold = null;
  };
  const timer = setTimeout(letGo, PATIENCE_MS);
  hold = { letGo };
  const { signal } = controller;
  const record = (event: KeyboardEvent) => {
    if (event.key === 'Escape') letGo();
    else if (recordKey(event, keys)) stop(event);
  };
  const deliver = (overlay: Element) => {
    if (signal.aborted) return;
    letGo();
    for (const key of keys) pressIn(overlay, key);
  };
  const arrive = () => {
    const overlay = openedOverlay(opener);
    if (!overlay) return;
    const staysThere = document.activeElement?.matches(textFields) && !keys.includes('Tab');
    // The keys are not delivered synchronously, because React may still be rendering. If a typed
    // key moves the focus, the keys are delivered only after the focus trap has set the focus for
    // the second time.
    if (keys.length === 0 || staysThere) queueMicrotask(() => deliver(overlay));
    else afterTwoFrames(() => deliver(overlay));
  };
  addEventListener('keydown', record, { capture: true, signal });
  addEventListener('pointerdown', letGo, { capture: true, signal });
  addEventListener('focusin', arrive, { signal });
}

/** Returns whether typed keys are held for an overlay that has not opened yet. */
export const isTypingHeld = (): boolean => hold !== null;

/**
 * Discards the held keys and stops holding further ones, because the awaited overlay will not open.
 */
export function dropTyping(): void {
  hold?.letGo();
}

/**
 * After this time, keys go to the page again even if nothing has opened. On a slow device a dialog
 * needs 12 seconds.
 */
const PATIENCE_MS = 30_000;

let hold: { readonly letGo: () => void } | null = null;

/** Stores a typed key for later; returns whether the page must ignore it. */
function recordKey(event: KeyboardEvent, keys: string[]): boolean {
  const { key, ctrlKey, metaKey, repeat, isComposing } = event;
  const isCommand = (ctrlKey || metaKey) && !event.getModifierState('AltGraph');
  if (isComposing || isCommand || modifiers.has(key)) return false;
  // A key that repeats because it is held down counts once, except Backspace.
  if (!repeat || key === 'Backspace') keys.push(key);
  return true;
}

const modifiers = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Dead']);

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Returns the overlay, or the form marked to receive typed keys, that took the focus. */
function openedOverlay(opener: Element | null): Element | null {
  const focused = document.activeElement;
  if (!focused || focused === opener) return null;
  return focused.closest('dialog[open], [role="dialog"], [role="menu"], [data-takes-keys]');
}

function afterTwoFrames(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(run));
}

const textFields =
  'textarea, [contenteditable=true], input:not([type]), ' +
  ['text', 'search', 'email', 'tel', 'url', 'number', 'password']
    .map((type) => `input[type=${type}]`)
    .join(', ');

/**
 * Repeats a stored key in the overlay. Enter goes to the field, because a palette needs it, but it
 * does not submit a form that the user has not seen.
 */
function pressIn(overlay: Element, key: string): void {
  if (key.length === 1 && key !== ' ' && !document.activeElement?.matches(textFields)) {
    enterField(overlay.querySelector<HTMLElement>(textFields));
  }
  const field = document.activeElement;
  if (!(field instanceof HTMLElement) || !overlay.contains(field)) return;
  if (key === 'Tab') enterField(nextField(overlay, field));
  else if (!field.matches(textFields)) choose(overlay, field, key);
  // `execCommand` is the only way to type like a user: with undo, the field's limit and its `input`
  // event.
  else if (key === 'Backspace') document.execCommand('delete');
  else if (key.length === 1) document.execCommand('insertText', false, key);
  else dispatchKey(field, key);
}

function choose(overlay: Element, field: HTMLElement, key: string): void {
  if (key === ' ' || (key === 'Enter' && field.matches('[role=menuitem]'))) return field.click();
  const step = steps[key];
  if (step === undefined || !(field instanceof HTMLInputElement)) return dispatchKey(field, key);
  const choices = [...overlay.querySelectorAll<HTMLInputElement>('input[type=radio]')].filter(
    ({ name }) => name === field.name,
  );
  const next = choices.at((choices.indexOf(field) + step) % choices.length);
  next?.focus();
  return next?.click();
}

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
};

function dispatchKey(field: HTMLElement, key: string): void {
  field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}

/** Focuses a field and selects its text, as Tab does, so that typing replaces it. */
function enterField(field: HTMLElement | null | undefined): void {
  field?.focus();
  if (field instanceof HTMLInputElement && field.matches(textFields)) field.select();
}

function nextField(overlay: Element, field: Element): HTMLElement | undefined {
  const fields = [
    ...overlay.querySelectorAll<HTMLElement>('input, select, textarea, button, a[href]'),
  ].filter((one) => one.tabIndex >= 0 && !one.matches(':disabled') && one.offsetParent !== null);
  return (
    fields.find((one) => field.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) ??
    fields[0]
  );
}
