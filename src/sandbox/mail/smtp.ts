/** SMTP delivery and its errors in the service's wording (wire/endpoints 9.3). */
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import type { DeliveryErrorType } from '#contract/service/models/mail-models.ts';

/** A mail server with its sender. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  readonly sender_name: string;
  readonly sender_email: string;
}

export interface OutgoingEmail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Why a delivery failed. The raw error contains no password. */
export interface DeliveryFailure {
  readonly errorType: DeliveryErrorType;
  readonly message: string;
  readonly canRetry: boolean;
  readonly rawError: { readonly code: string | null; readonly responseCode: number | null; readonly message: string };
  /** Whether the sandbox's own timeout ended the attempt, and not the connection's. */
  readonly isTimeout: boolean;
}

/** Attempts one delivery. Resolves to null when the server accepted it. Never rejects. */
export type Smtp = (server: MailServer, mail: OutgoingEmail) => Promise<DeliveryFailure | null>;

/** Creates SMTP delivery through real servers with a timeout. */
export function createSmtp(timeoutMillis: number): Smtp {
  return async (server, mail) => {
    const { host, port, username: user, password: pass } = server;
    const signal = AbortSignal.timeout(timeoutMillis);
    try {
      const transport = createTransport({ host, port, secure: port === implicitTlsPort, auth: { user, pass } });
      const from = { name: server.sender_name, address: server.sender_email };
      await transport.sendMail({ from, to: [...mail.to], subject: mail.subject, text: mail.text, html: mail.html, signal });
      return null;
    } catch (error) {
      return failureOf(error, server.password, signal.aborted);
    }
  };
}

/** Port of SMTP with implicit TLS (RFC 8314). */
const implicitTlsPort = 465;

const raised = z.object({ message: z.string(), code: z.string().optional(), responseCode: z.number().optional() });
type Raised = z.output<typeof raised>;

const sentences = {
  TIMEOUT: 'Timed out. Make sure the email server is running and accepting connections.',
  HOST_NOT_FOUND: 'Failed to connect to the email host. Please make sure the email host configuration is correct.',
  AUTH_FAILED: 'Failed to authenticate with the email server. Please check your email credentials configuration.',
  SOCKET_CLOSED: 'The email server closed the connection. Please make sure the email port configuration is correct.',
  UNKNOWN: 'Unknown error while sending email. Make sure the email server is running and accepting connections.',
} as const;

function failureOf(error: unknown, password: string, isTimeout: boolean): DeliveryFailure {
  const read = raised.safeParse(error);
  const { code, responseCode, message } = withoutPassword(read.success ? read.data : { message: String(error) }, password);
  const errorType = isTimeout ? 'TIMEOUT' : typeOf({ code, responseCode, message });
  return {
    errorType,
    message: errorType in sentences ? sentences[errorType as keyof typeof sentences] : `Email server rejected the email: ${message}`,
    canRetry: errorType === 'TEMPORARY' || errorType === 'TIMEOUT' || errorType === 'SOCKET_CLOSED',
    rawError: { code: code ?? null, responseCode: responseCode ?? null, message },
    isTimeout,
  };
}

/** Removes the password, which a server's error message may repeat. */
function withoutPassword({ message, ...rest }: Raised, password: string): Raised {
  const forms = [password, Buffer.from(password).toString('base64')].filter((form) => form !== '');
  return { ...rest, message: forms.reduce((text, form) => text.replaceAll(form, '…'), message) };
}

/** Classifies an error by its reply code (RFC 5321 section 4.2), or else by what happened to the connection. */
function typeOf({ code, responseCode = 0, message }: Raised): DeliveryErrorType {
  if (code === 'EAUTH') return 'AUTH_FAILED';
  if (responseCode >= 400 && responseCode < 500) return 'TEMPORARY';
  if (responseCode === 550 || responseCode === 553) return 'INVALID_EMAIL_ADDRESS';
  if (responseCode >= 500 || code === 'EENVELOPE') return 'REJECTED';
  if (code === 'EDNS' || /ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ENETUNREACH/.test(message)) return 'HOST_NOT_FOUND';
  if (code === 'ETIMEDOUT') return 'TIMEOUT';
  return code === 'ECONNECTION' || code === 'ESOCKET' ? 'SOCKET_CLOSED' : 'UNKNOWN';
}
