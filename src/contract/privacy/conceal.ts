/** What is shown in place of personal data in privacy mode, also by the main process in notifications. */

/** Always the same, so that not even a length is shown. */
export const concealed = '••••••';

const emailAddress = /[^\s@<>()[\]{}|,;:!?"'“”„‚‘’«»、。•]+@[^\s@<>()[\]{}|,;:!?"'“”„‚‘’«»、。•]*[\p{L}\p{N}\]]/gu;
const ipv4 = /(?<![\w.])(?!127\.)\d{1,3}(?:\.\d{1,3}){3}(?![\w]|\.\d)/g;
/** Eight groups, or fewer with `::`; `::1` is this machine. */
const ipv6 =
  /(?<![\w:.])(?!::1(?![\w:]))(?=[\da-f:]*::|(?:[\da-f]{1,4}:){7})(?:[\da-f]{0,4}:){2,7}(?:[\da-f]{1,4}|(?:\d{1,3}\.){3}\d{1,3})?(?![\w:])/gi;

/** Replaces email addresses and IP addresses, except those of this machine. */
export function concealAddresses(text: string): string {
  return text.replace(emailAddress, concealed).replace(ipv4, concealed).replace(ipv6, concealed);
}
