import { after, button, checkbox, link, on, type Press, radio, tab, typed } from './press.ts'
import type { World } from './world.ts'

const book = button(/^Book 1-on-1 Pro Session/)
const day = after(book, radio(/[1-9]\d* free$/))
const hour = after(day, radio(/^\d+:\d\d [AP]M/))
const proceed = after(hour, button('Proceed to Payment'))

/** The presses of visitors, players, coaches and applicants. */
export function presses({ begun, calledOff, soon, next, last, paid, applied }: World): Press[] {
  return [
    ...on('visitor', '/', {
      menu: button('Open menu'),
      'Book Now: Pro': button('Book Now: Pro'),
      'Book Session': button(/^Book Session/),
      'View Demo Session': button('View Demo Session'),
      'All coaches': link(/^All \d+ coaches/),
      'More on a card': button(/^More about/),
      'a specialty': link('Rotation'),
      'Compare all seven': button('Compare all seven'),
      'a question': (page) => page.locator('summary').nth(1),
      'Login to Book, empty': button('Login to Book'),
      'to Login': after(button('Open menu'), link('Login')),
    }),
    ...on('visitor', '/coaches', {
      Filters: button('Filters'),
      'a specialty': button('Air dribbles'),
      'Book Session': button(/^Book Session/),
      'a coach': link('VexFlip'),
    }),
    ...on('visitor', '/coaches/vexflip', {
      'Book Session': button('Book Session'),
      'Book an offer': button(/^Book 1-on-1 Pro Session/),
      'another day': button(/^Thu, .*free/),
      'Book an hour': button(/^Book .*\d+:00 [AP]M/),
      'Login to Ask, empty': button('Login to Ask'),
    }),
    ...on('visitor', '/login', {
      'Log in': typed({ Email: 'player@demo.test', Password: 'levelup-demo' }, button('Log in')),
      'Log in, empty': button('Log in'),
    }),
    ...on('visitor', '/signup', { 'Create account, empty': button('Create account') }),
    ...on('visitor', '/forgot-password', { 'Send code': typed({ Email: 'player@demo.test' }, button('Send code')) }),
    ...on('visitor', '/apply-coach', {
      'Submit Application, empty': button('Submit Application'),
      Both: radio('Both'),
    }),
    ...on('visitor', '/stories', { 'Share your own': link('Share your own') }),

    ...on('applicant', '/applicant-chat', { 'Access Chat': typed({ Email: applied }, button('Access Chat')) }),
    ...on('applicant', `/applicant-chat?email=${applied}`, {
      Send: typed({ 'Your message': 'When do you answer?' }, button(/^Send/)),
    }),

    ...on('player', '/', { 'Book Session': button(/^Book Session/), 'Send Message, empty': button('Send Message') }),
    ...on('player', '/coaches/vexflip', {
      'dialog, a day': day,
      'dialog, an hour': hour,
      'dialog, Proceed to Payment': proceed,
      'dialog, Pay': after(after(proceed, button(/^Use test card 4242/)), button(/^Pay \$/)),
    }),
    ...on('player', '/sessions', {
      Move: button(/^Move/),
      Cancel: button(/^Cancel/),
      Chat: button(/^Chat about/),
      Prepare: button(/^Prepare/),
      'More of a session': button(/^More for/),
      'Copy name': button(/^Copy name/),
      'four stars': (page) => page.getByRole('radio', { name: '4 stars' }),
      'Book again': button(/^Book again/),
      'Rate session': button(/^Rate session/),
      'Something went wrong?': button(/^Something went wrong/),
      'Report or block': button(/^Report or block/),
      'a session': link(/^Booking LU-/),
      Receipt: link(/^Receipt/),
      'Your progress': link(/^Your progress/),
    }),
    ...on('player', `/sessions?thread=${last}`, { 'chat, Send': typed({ 'Your message': 'Ok' }, button('Send')) }),
    ...on('player', `/sessions/${next}`, {
      Chat: button(/^Chat about/),
      Move: button(/^Move/),
    }),
    ...on('player', `/sessions/${last}`, {
      'Book again': button(/^Book again/),
      'Same hour': button(/^Same hour/),
      'Back to My Sessions': link('Back to My Sessions'),
    }),
    ...on('player', `/receipt?booking=${next}`, { 'Back to My Sessions': link('Back to My Sessions') }),
    ...on('player', `/payment-success?redirect_status=succeeded&payment_intent=${paid}`, {
      'Open the chat': link('Open the chat'),
    }),
    ...on('player', '/progress', {
      'tick homework': checkbox(/^Land on four wheels/),
      'Same hour next week': button(/^Same hour/),
    }),
    ...on('player', '/account', {
      Save: typed({ 'Discord name': 'rung.climber' }, button('Save')),
      'Save name': typed({ 'Full name': 'Demo Climber' }, button('Save name')),
      'a mail’s switch': checkbox(/^New messages/),
      'Change password, empty': button('Change password'),
      'Set up the second step': button('Set up'),
      'End a session': button(/^End the session/),
      'Download to read': button('Download to read'),
      'Delete account': button('Delete account'),
    }),
    ...on('player', '/sessions', { 'four stars, Send': after(radio('4 stars'), button(/^(Send|Submit)/)) }),
    ...on('leaver', '/sessions', { Logout: after(button('Open menu'), button('Logout')) }),
    ...on('beginner', `/sessions/${begun}`, { 'Report or block': button(/^Report or block/) }),
    ...on('chooser', `/choose?booking=${calledOff}`, { 'All hours': button('All hours') }),
    ...on('joiner', `/sessions/${soon}`, { 'I am here': button('I am here') }),

    ...on('joined', '/coach-dashboard?section=agenda', { 'I am here': button('I am here') }),
    ...on('coach', '/coach-dashboard', {
      Agenda: tab(/^Agenda/),
      Availability: tab(/^Availability/),
      Earnings: tab(/^Earnings/),
      Profile: tab(/^Profile/),
      'a chat': (page) => page.getByRole('list', { name: 'Client Sessions' }).getByRole('button').first(),
      'My Application': tab('My Application'),
      'More pages': button('More pages'),
    }),
    ...on('coach', '/coach-dashboard?section=agenda', {
      'Write up': button(/^Write up/),
      'Mark completed': button(/^Mark completed/),
      'Add note': button(/^Add note/),
      'More of a session': button(/^More for/),
      'Call off this day': button(/^Call off this day/),
      'a session': link(/^All about/),
      'Show all': button(/^Show all/),
      'replays watched': checkbox(/^Replays of/),
    }),
    ...on('coach', '/coach-dashboard?section=availability', {
      'Add hours': button(/^Add hours/),
      'Save hours': after(button('Every day as Monday'), button('Save hours')),
      'Add a day': button('Add a day'),
    }),
    ...on('coach', '/coach-dashboard?section=profile', {
      'Save profile': typed({ Title: 'Aerial coach' }, button('Save profile')),
      'Add a drill': button('Add a drill'),
    }),
    ...on('coach', `/coach-dashboard?thread=${last}`, {
      'chat, Send': typed({ 'Your message': 'Ok' }, button('Send')),
    }),
    ...on('coach', `/sessions/${last}`, {
      'Change the write-up': button(/^Change the write-up/),
      Note: button(/^Note/),
    }),
  ]
}
