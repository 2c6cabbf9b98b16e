/** Interprets the error texts of an email server or of the service. */
import { aroundSlot, slot } from '#lib/intl/message-slot.ts';
import { useMessages } from '#lib/use-messages.ts';
import styles from '../email.module.css';

/** Quotes the service's reason why an email wasn't delivered. */
export function ServiceWords({ words }: { words: string }) {
  const { t } = useMessages();
  const [before, after] = aroundSlot(t('email.failure.words', { words: slot }));
  return (
    <p className={styles.words}>
      {before}
      <q dir="auto">{words.trim() === '' ? t('email.failure.silent') : words}</q>
      {after}
    </p>
  );
}

export type FailureCause =
  | 'login'
  | 'certificate'
  | 'encryption'
  | 'refused'
  | 'host'
  | 'timeout'
  | 'sender'
  | 'recipient'
  | 'limit'
  | 'deferred'
  | 'closed'
  | 'nonsense'
  | 'other';

/**
 * In the order of precedence: a message that quotes several reasons has the first that fits. The service's own messages are in
 * wire/endpoints 9.3; the others are those of email servers (RFC 5321, RFC 3463) and of the libraries that connect to them.
 */
const causes: readonly (readonly [FailureCause, RegExp])[] = [
  ['login', /authenticat|invalid login|\b53[045]\b|\b5\.7\.8\b|EAUTH|credentials|username and password/i],
  ['certificate', /certificate|self[-_ ]signed|CERT_|ALTNAME|UNABLE_TO_VERIFY|issuer/i],
  ['encryption', /wrong version number|SSL|TLS|ECONNSECURE|EPROTO/i],
  ['timeout', /timed? ?out|ETIMEDOUT|greeting never received/i],
  ['refused', /ECONNREFUSED|connection refused/i],
  ['host', /ENOTFOUND|EAI_AGAIN|EDNS|getaddrinfo|EHOSTUNREACH|ENETUNREACH|connect to the email host/i],
  ['limit', /\b4(21|52)\b|rate limit|too many|quota/i],
  ['deferred', /\b45[01]\b|\bgr[ea]ylist|try again later/i],
  ['recipient', /recipient|mailbox (unavailable|not found|full)|user unknown|no such user|\b5\.1\.[1236]\b|RCPT/i],
  ['sender', /sender|mail from|not (allowed|from)|\b553\b|\b5\.1\.[78]\b|\b5\.7\.1\b|relay|domain (is )?not verified/i],
  ['nonsense', /invalid (greeting|response)|unexpected (response|reply)|protocol error|EPROTOCOL/i],
  ['closed', /closed the connection|connection closed|socket (closed|hang up)|ECONNRESET|ESOCKET/i],
];

/** Returns the cause of a delivery that failed, by the words of the service; `other` for words that say nothing known. */
export function causeOf(words: string): FailureCause {
  return causes.find(([, pattern]) => pattern.test(words))?.[0] ?? 'other';
}
