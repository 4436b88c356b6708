import { describe, expect, it } from 'vitest';
import { closureOf, contactChannels, quietAt } from './closed-channels.ts';

describe('a closed channel', () => {
  it.each([
    { hours: '21:00–08:00', time: '20:59', isQuiet: false, minutesLeft: 1 },
    { hours: '21:00–08:00', time: '21:00', isQuiet: true, minutesLeft: 660 },
    { hours: '21:00–08:00', time: '00:00', isQuiet: true, minutesLeft: 480 },
    { hours: '21:00–08:00', time: '07:59', isQuiet: true, minutesLeft: 1 },
    { hours: '21:00–08:00', time: '08:00', isQuiet: false, minutesLeft: 780 },
    { hours: '12:00–14:00', time: '11:59', isQuiet: false, minutesLeft: 1 },
    { hours: '12:00–14:00', time: '12:00', isQuiet: true, minutesLeft: 120 },
    { hours: '12:00–14:00', time: '14:00', isQuiet: false, minutesLeft: 1320 },
    { hours: '08:00–08:00', time: '08:00', isQuiet: false, minutesLeft: 1440 },
  ])(
    'is quiet at $time in $hours: $isQuiet, for $minutesLeft more minutes',
    ({ hours, time, ...state }) => {
      const [from = '', until = ''] = hours.split('–');
      expect(quietAt({ from, until }, time)).toEqual(state);
    },
  );

  it('is a call, message or visit in quiet hours, but never a letter or an email', () => {
    const closures = contactChannels.map((channel) =>
      closureOf({ channel, withdrawnChannels: [], isQuiet: true }),
    );
    const quiet = 'quiet_hours';
    expect(closures).toEqual([quiet, quiet, quiet, null, quiet, null]);
  });

  it('gives withdrawn consent as its reason, at any hour and before quiet hours', () => {
    const withdrawnChannels = ['call', 'email'];
    const closed = (channel: 'call' | 'email' | 'sms', isQuiet: boolean) =>
      closureOf({ channel, withdrawnChannels, isQuiet });
    expect(closed('email', false)).toBe('consent_withdrawn');
    expect(closed('call', true)).toBe('consent_withdrawn');
    expect(closed('sms', false)).toBeNull();
  });
});
