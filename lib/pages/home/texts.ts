/** The texts of Home. */

import type { Texts } from '../session/language.ts'
import type { Period } from './search.ts'

export type TaskName = 'toShip' | 'toCapture' | 'withdrawals' | 'declined' | 'lowStock'

export interface HomeTexts {
  title: string
  figures: string
  sales: string
  orders: string
  refunds: string
  /** The name of the choice of a period. */
  period: string
  periods: Record<Period, string>
  before: Record<Period, string>
  currency: string
  /** Beside a figure: its value in the period before. */
  earlier: (value: string) => string
  noneBefore: string
  noSales: string
  chart: (period: string, currency: string) => string
  asTable: string
  asChart: string
  columns: Record<
    'time' | 'timeBefore' | 'salesBefore' | 'ordersBefore' | 'product' | 'units' | 'unitsBefore' | 'change',
    string
  >
  bestSellers: string
  openCarts: string
  allCarts: string
  noCarts: string
  carts: (count: string) => string
  recovered: (count: string) => string
  toDo: string
  tasks: Record<TaskName, string>
  checked: (count: string) => string
}

export const texts: Texts<HomeTexts> = {
  en: {
    title: 'Home',
    figures: 'Figures',
    sales: 'Sales',
    orders: 'Orders',
    refunds: 'Refunds',
    period: 'Period',
    periods: { today: 'Today', week: '7 days', month: '30 days' },
    before: { today: 'Yesterday, the whole day', week: 'The 7 days before', month: 'The 30 days before' },
    currency: 'Currency',
    earlier: value => `before: ${value}`,
    noneBefore: 'none before',
    noSales: 'No sales',
    chart: (period, currency) => `Sales in ${currency}, ${period}, beside the period before`,
    asTable: 'Show as a table',
    asChart: 'Show as a chart',
    columns: {
      time: 'Time',
      timeBefore: 'Before',
      salesBefore: 'Sales before',
      ordersBefore: 'Orders before',
      product: 'Product',
      units: 'Units',
      unitsBefore: 'Units before',
      change: 'Change',
    },
    bestSellers: 'Best sellers of 30 days',
    openCarts: 'Open carts',
    allCarts: 'All carts',
    noCarts: 'There are no open carts.',
    carts: count => `${count} open`,
    recovered: count => `${count} recovered in 30 days`,
    toDo: 'To do',
    tasks: {
      toShip: 'To ship',
      toCapture: 'To capture',
      withdrawals: 'Withdrawals',
      declined: 'Declined subscriptions',
      lowStock: 'Low stock',
    },
    checked: count => `Among the ${count} best sellers`,
  },
  fr: {
    title: 'Accueil',
    figures: 'Chiffres',
    sales: 'Ventes',
    orders: 'Commandes',
    refunds: 'Remboursements',
    period: 'Période',
    periods: { today: 'Aujourd’hui', week: '7 jours', month: '30 jours' },
    before: { today: 'Hier, toute la journée', week: 'Les 7 jours d’avant', month: 'Les 30 jours d’avant' },
    currency: 'Devise',
    earlier: value => `avant : ${value}`,
    noneBefore: 'rien avant',
    noSales: 'Aucune vente',
    chart: (period, currency) => `Ventes en ${currency}, ${period}, à côté de la période d’avant`,
    asTable: 'Voir en tableau',
    asChart: 'Voir en graphique',
    columns: {
      time: 'Date',
      timeBefore: 'Avant',
      salesBefore: 'Ventes avant',
      ordersBefore: 'Commandes avant',
      product: 'Produit',
      units: 'Unités',
      unitsBefore: 'Unités avant',
      change: 'Évolution',
    },
    bestSellers: 'Meilleures ventes de 30 jours',
    openCarts: 'Paniers ouverts',
    allCarts: 'Tous les paniers',
    noCarts: 'Aucun panier ouvert.',
    carts: count => `${count} ouverts`,
    recovered: count => `${count} récupérés en 30 jours`,
    toDo: 'À faire',
    tasks: {
      toShip: 'À expédier',
      toCapture: 'À encaisser',
      withdrawals: 'Rétractations',
      declined: 'Abonnements refusés',
      lowStock: 'Stock bas',
    },
    checked: count => `Parmi les ${count} meilleures ventes`,
  },
  de: {
    title: 'Start',
    figures: 'Zahlen',
    sales: 'Umsatz',
    orders: 'Bestellungen',
    refunds: 'Erstattungen',
    period: 'Zeitraum',
    periods: { today: 'Heute', week: '7 Tage', month: '30 Tage' },
    before: { today: 'Gestern, ganzer Tag', week: 'Die 7 Tage davor', month: 'Die 30 Tage davor' },
    currency: 'Währung',
    earlier: value => `vorher: ${value}`,
    noneBefore: 'vorher nichts',
    noSales: 'Kein Umsatz',
    chart: (period, currency) => `Umsatz in ${currency}, ${period}, neben dem Zeitraum davor`,
    asTable: 'Als Tabelle zeigen',
    asChart: 'Als Diagramm zeigen',
    columns: {
      time: 'Zeit',
      timeBefore: 'Davor',
      salesBefore: 'Umsatz davor',
      ordersBefore: 'Bestellungen davor',
      product: 'Produkt',
      units: 'Stück',
      unitsBefore: 'Stück davor',
      change: 'Änderung',
    },
    bestSellers: 'Meistverkauft in 30 Tagen',
    openCarts: 'Offene Warenkörbe',
    allCarts: 'Alle Warenkörbe',
    noCarts: 'Es gibt keine offenen Warenkörbe.',
    carts: count => `${count} offen`,
    recovered: count => `${count} in 30 Tagen zurückgewonnen`,
    toDo: 'Zu tun',
    tasks: {
      toShip: 'Zu versenden',
      toCapture: 'Einzuziehen',
      withdrawals: 'Widerrufe',
      declined: 'Abgelehnte Abos',
      lowStock: 'Niedriger Bestand',
    },
    checked: count => `Unter den ${count} meistverkauften`,
  },
  es: {
    title: 'Inicio',
    figures: 'Cifras',
    sales: 'Ventas',
    orders: 'Pedidos',
    refunds: 'Reembolsos',
    period: 'Período',
    periods: { today: 'Hoy', week: '7 días', month: '30 días' },
    before: { today: 'Ayer, todo el día', week: 'Los 7 días anteriores', month: 'Los 30 días anteriores' },
    currency: 'Moneda',
    earlier: value => `antes: ${value}`,
    noneBefore: 'nada antes',
    noSales: 'Sin ventas',
    chart: (period, currency) => `Ventas en ${currency}, ${period}, junto al período anterior`,
    asTable: 'Ver como tabla',
    asChart: 'Ver como gráfico',
    columns: {
      time: 'Fecha',
      timeBefore: 'Antes',
      salesBefore: 'Ventas antes',
      ordersBefore: 'Pedidos antes',
      product: 'Producto',
      units: 'Unidades',
      unitsBefore: 'Unidades antes',
      change: 'Cambio',
    },
    bestSellers: 'Más vendidos en 30 días',
    openCarts: 'Carritos abiertos',
    allCarts: 'Todos los carritos',
    noCarts: 'No hay carritos abiertos.',
    carts: count => `${count} abiertos`,
    recovered: count => `${count} recuperados en 30 días`,
    toDo: 'Por hacer',
    tasks: {
      toShip: 'Por enviar',
      toCapture: 'Por cobrar',
      withdrawals: 'Desistimientos',
      declined: 'Suscripciones rechazadas',
      lowStock: 'Pocas existencias',
    },
    checked: count => `Entre los ${count} más vendidos`,
  },
}
