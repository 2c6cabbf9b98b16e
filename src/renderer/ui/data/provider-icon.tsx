import { siApple, siBitbucket, siDiscord, siFacebook, siGithub, siGitlab, siGoogle, siSpotify, siTwitch, siX } from 'simple-icons';
import styles from './provider-icon.module.css';

const paths: Readonly<Record<string, string>> = {
  apple: siApple.path,
  bitbucket: siBitbucket.path,
  discord: siDiscord.path,
  facebook: siFacebook.path,
  github: siGithub.path,
  gitlab: siGitlab.path,
  google: siGoogle.path,
  // Not in the collection.
  linkedin:
    'M20.447 20.452h-3.554v-5.569c0-1.328-.027-3.037-1.852-3.037-1.853 0-2.136 1.445-2.136 2.939v5.667H9.351V9h3.414v1.561h.046c.477-.9 1.637-1.85 3.37-1.85 3.601 0 4.267 2.37 4.267 5.455v6.286zM5.337 7.433a2.062 2.062 0 1 1 0-4.128 2.062 2.062 0 0 1 0 4.128zm1.782 13.019H3.555V9h3.564v11.452zM22.225 0H1.771C.792 0 0 .774 0 1.729v20.542C0 23.227.792 24 1.771 24h20.451C23.2 24 24 23.227 24 22.271V1.729C24 .774 23.2 0 22.222 0h.003z',
  microsoft: 'M1 1h10.4v10.4H1zM12.6 1H23v10.4H12.6zM1 12.6h10.4V23H1zM12.6 12.6H23V23H12.6z',
  spotify: siSpotify.path,
  twitch: siTwitch.path,
  x: siX.path,
};

interface ProviderIconProps {
  /** The provider's ID at the service, such as `github`. */
  id: string;
  /** The provider's name. Its first letter is shown for a provider without an icon. */
  name: string;
}

/** The brand icon of an OAuth provider, in the color of the text. Decorative: show the name beside it. */
export function ProviderIcon({ id, name }: ProviderIconProps) {
  const path = Object.hasOwn(paths, id) ? paths[id] : undefined;
  if (path === undefined) {
    return (
      <span aria-hidden="true" className={styles.letter}>
        {[...name][0]}
      </span>
    );
  }
  return (
    <svg aria-hidden="true" className={styles.icon} viewBox="0 0 24 24">
      <path d={path} />
    </svg>
  );
}
