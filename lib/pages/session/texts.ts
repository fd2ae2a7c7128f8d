/** The texts of the sign-in screen. */

import type { Texts } from './language.ts'

const en = {
  title: 'Sign in to the back office',
  key: 'Secret key',
  keyHint:
    'It is kept in this tab only, until you sign out or do not use the tab for 8 hours. If the browser restores the tab, it restores the key, too.',
  signIn: 'Sign in',
  otherKey: 'Use another key',
  where: 'No key yet?',
  keys: 'How keys are created',
}

export const texts: Texts<typeof en> = {
  en,
  fr: {
    title: 'Se connecter au back-office',
    key: 'Clé secrète',
    keyHint:
      'Elle reste dans cet onglet seulement, jusqu’à la déconnexion ou 8 heures sans utilisation. Si le navigateur restaure l’onglet, il restaure aussi la clé.',
    signIn: 'Se connecter',
    otherKey: 'Utiliser une autre clé',
    where: 'Pas encore de clé ?',
    keys: 'Créer une clé',
  },
  de: {
    title: 'Im Back-Office anmelden',
    key: 'Geheimer Schlüssel',
    keyHint:
      'Er bleibt nur in diesem Tab, bis Sie sich abmelden oder den Tab 8 Stunden lang nicht benutzen. Stellt der Browser den Tab wieder her, dann auch den Schlüssel.',
    signIn: 'Anmelden',
    otherKey: 'Anderen Schlüssel verwenden',
    where: 'Noch kein Schlüssel?',
    keys: 'Einen Schlüssel erstellen',
  },
  es: {
    title: 'Entrar en la administración',
    key: 'Clave secreta',
    keyHint:
      'Se guarda solo en esta pestaña, hasta que salga o no la use durante 8 horas. Si el navegador restaura la pestaña, también restaura la clave.',
    signIn: 'Entrar',
    otherKey: 'Usar otra clave',
    where: '¿Aún no tiene clave?',
    keys: 'Cómo crear una clave',
  },
}
