type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/**
 * Whether a key pressed is a shortcut. Letters are told by their place on the keyboard as well as
 * by what they write: with an Arabic layout the key of `p` still posts a payment.
 */
export function matchesShortcut(pressed: Pressed, shortcut: string): boolean {
  const wantsCommand = shortcut.startsWith('mod+');
  const key = wantsCommand ? shortcut.slice('mod+'.length) : shortcut;
  if (pressed.altKey || (pressed.ctrlKey || pressed.metaKey) !== wantsCommand) return false;
  if (pressed.key.toLowerCase() === key) return true;
  const writesLatin = /^[a-z]$/i.test(pressed.key);
  return !writesLatin && pressed.code === `Key${key.toUpperCase()}`;
}
