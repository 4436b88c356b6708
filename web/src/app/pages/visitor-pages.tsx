import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import {
  Entrance,
  type EntranceProps,
  LanguageGrid,
} from '../../features/access/sign-in/Entrance.tsx';
import { VisitorForm } from '../../features/access/visitors/VisitorForm.tsx';
import { Kit } from '../../ui/theme/Kit.tsx';

export const BoxedSignUpPage = () => <VisitorPage kind="account" look="boxed" />;
export const CoverRegisterPage = () => <VisitorPage kind="account" look="cover" />;
export const BoxedContactPage = () => <VisitorPage kind="contact" look="boxed" />;
export const CoverContactPage = () => <VisitorPage kind="contact" look="cover" />;
export const BoxedComingSoonPage = () => <VisitorPage kind="announcement" look="boxed" />;
export const CoverComingSoonPage = () => <VisitorPage kind="announcement" look="cover" />;

type VisitorPageProps = Parameters<typeof VisitorForm>[0] & Pick<EntranceProps, 'look'>;

/** A page for visitors without an account: it is outside the frame and has its own query cache. */
function VisitorPage({ kind, look }: VisitorPageProps) {
  const [queryClient] = useState(() => new QueryClient());
  return (
    <Kit>
      <QueryClientProvider client={queryClient}>
        <Entrance look={look}>
          <div>
            <VisitorForm kind={kind} />
            <LanguageGrid />
          </div>
        </Entrance>
      </QueryClientProvider>
    </Kit>
  );
}
