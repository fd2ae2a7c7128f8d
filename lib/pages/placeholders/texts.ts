/** The texts of messages in place of content. */

import type { Texts } from '../session/language.ts'

const en = {
  loading: 'Loading',
  retry: 'Try again',
  failed: 'This did not work',
  fault: 'Something is wrong on this page',
  forbidden: 'Your key does not allow this',
  notFound: 'Not found',
  noScreen: 'There is no such page.',
  unreachable: 'No connection',
  offline: 'The page loads as soon as the connection is back.',
  tooMany: 'Too many requests',
  wait: (seconds: number) => `The page loads again by itself in ${seconds} s.`,
  request: (id: string) => `Request ${id}`,
}

export const texts: Texts<typeof en> = {
  en,
  fr: {
    loading: 'Chargement',
    retry: 'Réessayer',
    failed: 'Cela n’a pas fonctionné',
    fault: 'Cette page a un problème',
    forbidden: 'Votre clé ne permet pas cela',
    notFound: 'Introuvable',
    noScreen: 'Cette page n’existe pas.',
    unreachable: 'Pas de connexion',
    offline: 'La page se charge dès que la connexion est rétablie.',
    tooMany: 'Trop de requêtes',
    wait: seconds => `La page se recharge toute seule dans ${seconds} s.`,
    request: id => `Requête ${id}`,
  },
  de: {
    loading: 'Wird geladen',
    retry: 'Erneut versuchen',
    failed: 'Das hat nicht geklappt',
    fault: 'Auf dieser Seite stimmt etwas nicht',
    forbidden: 'Ihr Schlüssel erlaubt das nicht',
    notFound: 'Nicht gefunden',
    noScreen: 'Diese Seite gibt es nicht.',
    unreachable: 'Keine Verbindung',
    offline: 'Die Seite lädt, sobald die Verbindung wieder da ist.',
    tooMany: 'Zu viele Anfragen',
    wait: seconds => `Die Seite lädt in ${seconds} s von selbst neu.`,
    request: id => `Anfrage ${id}`,
  },
  es: {
    loading: 'Cargando',
    retry: 'Reintentar',
    failed: 'No ha funcionado',
    fault: 'Hay un problema en esta página',
    forbidden: 'Su clave no lo permite',
    notFound: 'No encontrado',
    noScreen: 'Esta página no existe.',
    unreachable: 'Sin conexión',
    offline: 'La página se carga en cuanto vuelva la conexión.',
    tooMany: 'Demasiadas solicitudes',
    wait: seconds => `La página se carga de nuevo sola en ${seconds} s.`,
    request: id => `Solicitud ${id}`,
  },
}
