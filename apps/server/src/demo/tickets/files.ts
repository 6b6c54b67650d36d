import type { DemoTicket } from './talk.ts'

/** A file of a demo message; its picture is drawn during seeding. */
export interface DemoFile {
  /** The beginning of the ticket's text. */
  ticket: string
  restaurant_id: DemoTicket['restaurant_id']
  /** 0 is the initial message, 1 the first of the conversation. */
  message: number
  file_name: string
  drawing: 'receipt' | 'pale_receipt' | 'sticker' | 'report' | 'sheet'
}

export const demoFiles: readonly DemoFile[] = [
  {
    ticket: 'Здравствуйте! После пересчёта склада',
    restaurant_id: '1',
    message: 0,
    file_name: 'Ведомость пересчёта, склад «Основной».pdf',
    drawing: 'sheet',
  },
  {
    ticket: 'Здравствуйте! После пересчёта склада',
    restaurant_id: '1',
    message: 14,
    file_name: 'Движение — говядина.png',
    drawing: 'report',
  },
  {
    ticket: 'Гость оплатил через Payme',
    restaurant_id: '1',
    message: 0,
    file_name: 'Чек гостя.png',
    drawing: 'receipt',
  },
  {
    ticket: 'Принтер на баре печатает чеки бледно',
    restaurant_id: '1',
    message: 0,
    file_name: 'Бледный чек.png',
    drawing: 'pale_receipt',
  },
  {
    ticket: 'QR-код Click на столе 12',
    restaurant_id: '2',
    message: 2,
    file_name: 'Стол 7.png',
    drawing: 'sticker',
  },
  {
    ticket: 'QR-код Click на столе 12',
    restaurant_id: '2',
    message: 2,
    file_name: 'Стол 15.png',
    drawing: 'sticker',
  },
  {
    ticket: 'Отчёт по часам не открывается',
    restaurant_id: '3',
    message: 0,
    file_name: 'Экран отчёта.png',
    drawing: 'report',
  },
]
