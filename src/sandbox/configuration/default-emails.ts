/** Email themes and templates that every project has from the start (wire/later 3, wire/corrections 2.8.86: templates). */

interface Theme {
  readonly displayName: string;
  readonly tsxSource: string;
}

const themeSource = (color: string, background: string) => `import { Container, Html } from "@react-email/components";

export function EmailTheme({ children, unsubscribeLink }) {
  return (
    <Html style={{ color: "${color}", backgroundColor: "${background}" }}>
      <Container>{children}</Container>
      {unsubscribeLink && <a href={unsubscribeLink}>Unsubscribe</a>}
    </Html>
  );
}
`;

export const defaultThemeId = '1df07ae6-abf3-4a40-83a5-a1a2cbe336ac';
/** The theme that came last. */
export const colorfulThemeId = 'c7e2d94f-8a1b-4e6d-b3f5-9d0a2e7c1b8f';

/** Source of the default theme, and of new ones (wire/later 3). */
export const newThemeSource = themeSource('black', 'white');

/** Themes by the service's IDs, which are the same on every server. */
export const defaultThemes: Readonly<Record<string, Theme>> = {
  [defaultThemeId]: { displayName: 'Default Light', tsxSource: newThemeSource },
  'a0172b5d-cff0-463b-83bb-85124697373a': { displayName: 'Default Dark', tsxSource: themeSource('white', 'black') },
  [colorfulThemeId]: { displayName: 'Default Colorful', tsxSource: themeSource('white', 'navy') },
};

/** Returns the source of a template in the form of the service's own (recorded 2.8.26). */
export function templateSource(subject: string, category = 'Transactional'): string {
  return `import { type } from "arktype"
import { Subject, NotificationCategory, Props } from "@stackframe/emails";

export const variablesSchema = type({});

export function EmailTemplate({ user, project }: Props<typeof variablesSchema.infer>) {
  return (
    <>
      <Subject value={"${subject}"} />
      <NotificationCategory value="${category}" />
      <p>${subject}</p>
    </>
  );
}
`;
}

/** Only the last two names are documented; the others are those of the types that they replace. */
const templateNames = [
  'Email Verification',
  'Password Reset',
  'Magic Link',
  'Team Invitation',
  'Sign In Invitation',
  'Payment Receipt',
  'Payment Failed',
];

const templateId = (index: number) => `00000000-0000-4000-8000-00000000000${index + 1}`;

/** IDs of the templates that came last (wire/corrections 2.8.86). */
export const paymentTemplateIds: readonly string[] = [templateId(5), templateId(6)];

export const defaultTemplates: Readonly<Record<string, Theme>> = Object.fromEntries(
  templateNames.map((displayName, index) => [templateId(index), { displayName, tsxSource: templateSource(displayName) }]),
);
