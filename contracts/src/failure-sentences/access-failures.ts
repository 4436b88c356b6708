import type { SomeFailureSentences } from './failure-sentence.ts';

export const accessFailures = {
  // Sign-in.
  credentials_wrong: 'The email or password is not correct.',
  account_not_active: 'This account cannot sign in. Ask your administrator.',
  second_factor_required: 'Enter the code from your authenticator app.',
  pending_sign_in_expired: 'Your sign-in took too long. Enter your email and password again.',
  second_factor_code_wrong: 'This code is not correct or was already used. Enter another code.',
  too_many_attempts: 'Too many attempts. Wait {seconds} seconds and try again.',
  // Single sign-on.
  single_sign_on_off: 'Single sign-on is off. Sign in with your email and password.',
  single_sign_on_not_started:
    'This sign-in was not started in this browser, took too long or was already used. Start again.',
  single_sign_on_declined: 'The identity provider did not sign you in ({reason}). Try again.',
  single_sign_on_unreachable:
    'The identity provider does not answer. Try again in a moment, or sign in with your password.',
  single_sign_on_client_refused:
    'The identity provider does not accept the client ID and secret of Bursar. Tell your administrator.',
  single_sign_on_code_used:
    'The identity provider says that this sign-in was already used or has expired. Start again.',
  single_sign_on_issuer_wrong:
    'The identity provider’s answer names another issuer than the one in the settings. Tell your administrator.',
  single_sign_on_audience_wrong:
    'The identity provider answered for another application. Tell your administrator.',
  single_sign_on_token_expired:
    'The identity provider’s answer had already expired. Start again. If this repeats, tell your administrator.',
  single_sign_on_nonce_wrong:
    'The identity provider’s answer belongs to another sign-in. Start again.',
  single_sign_on_answer_invalid:
    'The identity provider’s answer could not be verified. Tell your administrator.',
  single_sign_on_email_unverified:
    'The identity provider has not verified your email address. Ask its administrator to verify it.',
  single_sign_on_account_unknown:
    'No account uses the address {email}. Ask your administrator to invite you.',
  single_sign_on_linked_to_another:
    'This account is linked to another person at the identity provider. Ask your administrator.',
  single_sign_on_address_changed:
    'Someone else set the address of this account. Sign in with your password once, then use single sign-on.',
  issuer_not_valid: 'Enter the provider’s address with https, such as https://login.example.com.',
  client_id_missing: 'Enter the client ID that the provider shows for Bursar.',
  client_secret_missing: 'Enter the client secret that the provider shows for Bursar.',
  sign_in_label_missing: 'Enter the text of the button on the sign-in page.',
  network_not_valid:
    '{network} is not a network. Enter one such as 10.0.0.0/8, 203.0.113.7 or 2001:db8::/32.',
  network_not_exact:
    '{network} is an address within a network. Enter {suggestion} if you mean the whole network.',
  networks_lock_you_out:
    'These networks do not contain your own address, {address}. Add it, or you will not be able to sign in again.',
  // Recovery.
  password_length_wrong: 'Choose a password of {min} to 15 characters.',
  recovery_link_not_valid:
    'This link was used or has expired. Request a new one on the sign-in page.',
  recovery_code_wrong: 'This code is not correct. Ask the person who started the recovery for it.',
  recovery_needs_active_account:
    'Only an active account can be recovered. Invite or reinstate this person instead.',
  recovery_not_started:
    'No recovery of this account was started in the last 24 hours. Start it first.',
  own_recovery: 'You started this recovery. Another person must release it.',
  recovery_of_own_account:
    'You cannot recover your own account. Change your password in your profile.',
  // The caller’s own account.
  password_leaked: 'This password appears in known data leaks. Choose another.',
  current_password_wrong: 'This is not your current password.',
  password_unchanged: 'This is already your password. Choose another.',
  logo_not_png:
    'This file is not a PNG of at most {width} by {height} pixels. Choose another picture.',
  photo_not_jpeg: 'This file is not a photo that Bursar can show. Choose another.',
  second_factor_already_on: 'The second factor is already on.',
  second_factor_not_begun: 'The second factor is not being set up. Start the set-up again.',
  second_factor_not_on: 'The second factor is off.',
  api_key_permission_not_held: 'Choose permissions that you have and that a key can have.',
  api_keys_full: 'You have {limit} keys. Revoke one that you no longer need.',
  api_key_already_made:
    'This key was made, and its secret is shown only once. Revoke it and make another.',
  // Webhooks.
  webhook_address_invalid:
    'Enter an https address without a user name, such as https://example.com/bursar.',
  webhook_address_forbidden:
    '{host} is not an address on the public internet. Enter another, or ask the operator of the server.',
  webhooks_full: 'The portfolio has {limit} webhooks. Remove one that you no longer need.',
  webhook_already_made:
    'This webhook was made, and its secret is shown only once. Make a new secret for it.',
  webhook_replay_too_old: 'Choose a time in the last {days} days.',
  // Visitors.
  visitor_messages_full: 'We cannot take more messages now. Try again later or call us.',
  mail_not_failed: 'This mail was sent or is still waiting. Only failed mail can be sent again.',
  mail_server_missing:
    'No mail server is set up. Set SMTP_URL as docs/operations.md says, and restart Bursar.',
  // People.
  role_not_yours_to_invite: 'Your role cannot invite people to that role.',
  name_missing: 'Enter a name.',
  email_not_valid: 'Enter an email address such as name@example.com.',
  phone_not_valid: 'Enter a phone number with its country code, such as +1 415 555 0123.',
  time_zone_unknown: '{timeZone} is not a time zone. Choose one such as Europe/London.',
  currency_unknown: 'Bursar does not know the currency {currency}. Choose another.',
  portfolio_has_closed_days:
    'Days of this portfolio are closed, so its time zone can no longer change.',
  demo_portfolio_exists: 'There is demo data already. Remove it before you add new demo data.',
  portfolio_missing: 'Choose the portfolio that this manager runs, or name a new one.',
  email_already_used: 'Another account has this address.',
  team_name_already_used: 'Another team has this name.',
  agent_holds_loans: {
    one: 'The agent holds {count} loan of this team. Assign it to another agent first.',
    other: 'The agent holds {count} loans of this team. Assign them to another agent first.',
  },
  agent_has_absence_cover:
    'Cover for an absence of {agent} is planned or running in this team. End that cover first.',
  changed_since:
    'Someone else changed this in the meantime. Check the latest version, then make your change again.',
  last_admin: 'This is the last administrator who can sign in. Add another one first.',
  administrators_locked_out:
    'Administrators need this permission. Without it, no one could restore it.',
  not_yourself: 'You cannot suspend your own account.',
  not_invited: 'This person has signed in before and can set a new password on the sign-in page.',
  mail_is_delivered:
    'A mail server is set up, so the invitation link goes only by mail. Resend the invitation instead.',
  // Approval by a second person.
  request_already_waiting: 'This was already requested and is waiting for approval.',
  request_already_decided: 'This request was already decided or withdrawn.',
  own_request: 'You made this request. Another person must decide it.',
  accounts_linked:
    'One of you opened or reset the other’s account in the last 30 days. A third person must decide this.',
  own_application: 'You submitted this application. Another person must approve it.',
  own_approval: 'You approved this loan. Another person must disburse it.',
  offer_not_possible: 'Other terms can only be offered when a requested plan is declined.',
  author_may_no_longer: 'The person who made this request is no longer allowed to do this.',
  account_not_suspended: 'The account is no longer suspended, so its loans stay with it.',
  // Live updates.
  too_many_streams: 'This session has too many live updates open. Close some of its tabs.',
} satisfies SomeFailureSentences;
