/** E-mail templates, test mails and the log (endpoints 9.2 and 9.3). */
export const emails = {};
