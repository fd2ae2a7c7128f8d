/** The texts of the frame around every screen, such as the navigation. */

import type { Account } from '../../client/index.ts'
import type { Texts } from '../session/language.ts'

/** The names of the screens in the navigation. */
export type ScreenName =
  | 'home'
  | 'orders'
  | 'customers'
  | 'products'
  | 'subscriptions'
  | 'discounts'
  | 'shipping'
  | 'domains'
  | 'carts'
  | 'settings'

const en = {
  skip: 'Skip to the content',
  menu: 'Menu',
  test: 'Test mode: no real orders, no real money',
  live: 'Live: real orders, real money',
  account: ({ account }: Account) => `Store ${account}`,
  scopes: {
    all: 'Your key allows everything',
    read: 'Your key allows reading only',
    orders: 'Your key allows orders only',
    events: 'Your key allows events only',
  },
  schemes: { light: 'Light', dark: 'Dark', auto: 'As the system' },
  docs: 'Documentation',
  signOut: 'Sign out',
  signOutQuestion: {
    title: 'Sign out now?',
    hint: 'A refund or another change has no answer yet. After you sign out, it is not sent again by itself: check later whether it was made.',
    keep: 'Stay signed in',
  },
  screens: {
    home: 'Home',
    orders: 'Orders',
    customers: 'Customers',
    products: 'Products',
    subscriptions: 'Subscriptions',
    discounts: 'Discounts',
    shipping: 'Shipping',
    domains: 'Domains',
    carts: 'Carts',
    settings: 'Settings',
  },
}

export const texts: Texts<typeof en> = {
  en,
  fr: {
    skip: 'Aller au contenu',
    menu: 'Menu',
    test: 'Mode test : ni vraies commandes, ni argent réel',
    live: 'En direct : vraies commandes, argent réel',
    account: ({ account }) => `Boutique ${account}`,
    scopes: {
      all: 'Votre clé permet tout',
      read: 'Votre clé permet seulement de lire',
      orders: 'Votre clé permet seulement les commandes',
      events: 'Votre clé permet seulement les événements',
    },
    schemes: { light: 'Clair', dark: 'Sombre', auto: 'Comme le système' },
    docs: 'Documentation',
    signOut: 'Se déconnecter',
    signOutQuestion: {
      title: 'Se déconnecter maintenant ?',
      hint: 'Un remboursement ou une autre modification n’a pas encore de réponse. Après la déconnexion, rien n’est renvoyé tout seul : vérifiez plus tard si c’est fait.',
      keep: 'Rester connecté',
    },
    screens: {
      home: 'Accueil',
      orders: 'Commandes',
      customers: 'Clients',
      products: 'Produits',
      subscriptions: 'Abonnements',
      discounts: 'Remises',
      shipping: 'Livraison',
      domains: 'Domaines',
      carts: 'Paniers',
      settings: 'Réglages',
    },
  },
  de: {
    skip: 'Zum Inhalt',
    menu: 'Menü',
    test: 'Testmodus: keine echten Bestellungen, kein Geld',
    live: 'Live: echte Bestellungen, echtes Geld',
    account: ({ account }) => `Shop ${account}`,
    scopes: {
      all: 'Ihr Schlüssel erlaubt alles',
      read: 'Ihr Schlüssel erlaubt nur Lesen',
      orders: 'Ihr Schlüssel erlaubt nur Bestellungen',
      events: 'Ihr Schlüssel erlaubt nur Ereignisse',
    },
    schemes: { light: 'Hell', dark: 'Dunkel', auto: 'Wie das System' },
    docs: 'Dokumentation',
    signOut: 'Abmelden',
    signOutQuestion: {
      title: 'Jetzt abmelden?',
      hint: 'Eine Erstattung oder andere Änderung hat noch keine Antwort. Nach dem Abmelden wird sie nicht von selbst erneut gesendet: Prüfen Sie später, ob sie erfolgt ist.',
      keep: 'Angemeldet bleiben',
    },
    screens: {
      home: 'Start',
      orders: 'Bestellungen',
      customers: 'Kunden',
      products: 'Produkte',
      subscriptions: 'Abos',
      discounts: 'Rabatte',
      shipping: 'Versand',
      domains: 'Domains',
      carts: 'Warenkörbe',
      settings: 'Einstellungen',
    },
  },
  es: {
    skip: 'Ir al contenido',
    menu: 'Menú',
    test: 'Modo de prueba: ni pedidos ni dinero reales',
    live: 'En vivo: pedidos y dinero reales',
    account: ({ account }) => `Tienda ${account}`,
    scopes: {
      all: 'Su clave permite todo',
      read: 'Su clave solo permite leer',
      orders: 'Su clave solo permite pedidos',
      events: 'Su clave solo permite eventos',
    },
    schemes: { light: 'Claro', dark: 'Oscuro', auto: 'Como el sistema' },
    docs: 'Documentación',
    signOut: 'Salir',
    signOutQuestion: {
      title: '¿Salir ahora?',
      hint: 'Un reembolso u otro cambio aún no tiene respuesta. Después de salir, no se envía de nuevo solo: compruebe más tarde si se ha hecho.',
      keep: 'No salir',
    },
    screens: {
      home: 'Inicio',
      orders: 'Pedidos',
      customers: 'Clientes',
      products: 'Productos',
      subscriptions: 'Suscripciones',
      discounts: 'Descuentos',
      shipping: 'Envíos',
      domains: 'Dominios',
      carts: 'Carritos',
      settings: 'Ajustes',
    },
  },
}
