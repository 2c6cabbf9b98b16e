/** Where the project is on the web. Placeholders, which a publisher of packages replaces (docs/packaging.md). */
const website = 'https://latchkey.example';
const repository = `${website}/source`;

export const productLinks = {
  website,
  repository,
  documentation: `${website}/docs`,
  releaseNotes: `${repository}/releases`,
  /** Takes `title` and `body` as query parameters. */
  newIssue: `${repository}/issues/new`,
} as const;
