import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Entrance, type EntranceProps } from '../../features/access/sign-in/Entrance.tsx';
import { EnquiryForm } from '../../features/access/enquiries/EnquiryForm.tsx';
import { Kit } from '../../ui/theme/Kit.tsx';

export const BoxedSignUpPage = () => <EnquiryPage kind="account" variant="boxed" />;
export const CoverRegisterPage = () => <EnquiryPage kind="account" variant="cover" />;
export const BoxedContactPage = () => <EnquiryPage kind="contact" variant="boxed" />;
export const CoverContactPage = () => <EnquiryPage kind="contact" variant="cover" />;
export const BoxedComingSoonPage = () => <EnquiryPage kind="announcement" variant="boxed" />;
export const CoverComingSoonPage = () => <EnquiryPage kind="announcement" variant="cover" />;

type EnquiryPageProps = Parameters<typeof EnquiryForm>[0] & Pick<EntranceProps, 'variant'>;

/** A page for visitors without an account: it is outside the frame and has its own query cache. */
function EnquiryPage({ kind, variant }: EnquiryPageProps) {
  const [queryClient] = useState(() => new QueryClient());
  return (
    <Kit>
      <QueryClientProvider client={queryClient}>
        <Entrance variant={variant}>
          <section>
            <EnquiryForm kind={kind} />
          </section>
        </Entrance>
      </QueryClientProvider>
    </Kit>
  );
}
