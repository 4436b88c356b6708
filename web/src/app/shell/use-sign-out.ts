import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { forgetSession } from '../../lib/session.ts';

/**
 * Signing out makes no call: the token goes, and what was read of the books goes with the shell,
 * which holds it. To clear it sooner would make the open page ask for it again.
 */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    forgetSession();
    await navigate(paths.signIn);
  };
}
