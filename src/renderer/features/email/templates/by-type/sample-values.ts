/** Values that a preview shows for placeholders. */
export function sampleValues(projectName: string): Readonly<Record<string, string>> {
  const link = 'https://example.com/handler?code=sample';
  return {
    userDisplayName: 'Ada Lovelace',
    projectDisplayName: projectName,
    teamDisplayName: 'Analytical Engines',
    otp: 'ABC123',
    emailVerificationLink: link,
    passwordResetLink: link,
    magicLink: link,
    teamInvitationLink: link,
    signInInvitationLink: link,
  };
}
