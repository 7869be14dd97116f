/**
 * What people of many countries type and paste, and what we keep of it. `tests/contract/inputs-of-the-world.test.ts` tries
 * every line in every field that takes its kind.
 */
export type Line = [country: string, typed: string, kept: string]

/** As somebody's address book or keyboard puts it around a text. */
const leftToRight = (text: string) => `\u202a${text}\u202c`

/** Beside those of `namesOfTheWorld`. */
export const names: Line[] = [
  ['JP', '　田中 アキ　', '田中 アキ'],
  ['IN', 'க்ஷேமா ஸ்ரீ', 'க்ஷேமா ஸ்ரீ'],
  ['ET', 'ኣልማዝ በቀለ', 'ኣልማዝ በቀለ'],
  ['GE', 'ნინო ბერიძე', 'ნინო ბერიძე'],
  ['AM', 'Անի Սարգսյան', 'Անի Սարգսյան'],
  ['KH', 'សុខ ស្រីមុំ', 'សុខ ស្រីមុំ'],
  ['NG', 'Ọlá Ṣọ́lá-Adébáyọ̀', 'Ọlá Ṣọ́lá-Adébáyọ̀'],
  ['ES', 'José Mª Núñez', 'José Mª Núñez'],
  ['US', 'Dr. Jo-Ann O\u2019Neil 3rd', 'Dr. Jo-Ann O\u2019Neil 3rd'],
  [
    'GB',
    'Vex 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    'Vex 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  ],
  ['BR', 'Zé 👨🏽\u200d💻', 'Zé 👨🏽\u200d💻'],
]

/** `country`: what was chosen beside the field; null: nothing. Kept as E.164. */
export const phones: [country: string | null, typed: string, kept: string][] = [
  [null, '+12125550100', '+12125550100'],
  ['US', '212 555 0100', '+12125550100'],
  ['US', '(212) 555-0100', '+12125550100'],
  ['US', '212.555.0100', '+12125550100'],
  ['US', '1-212-555-0100', '+12125550100'],
  ['CA', '12125550100', '+12125550100'],
  ['US', '011 49 171 5550100', '+491715550100'],
  [null, leftToRight('+1 (212) 555\u20110100'), '+12125550100'],
  [null, '+1 212\u2013555\u20130100', '+12125550100'],
  [null, '\u00a0+1\u2009212\u2009555\u20090100', '+12125550100'],
  [null, 'tel:+12125550100', '+12125550100'],
  [null, 'tel:+1-212-555-0100', '+12125550100'],
  [null, '\uff0b１２１２５５５０１００', '+12125550100'],
  [null, '+44 (0)20 7946 0018', '+442079460018'],
  [null, '+44\u00a07700\u00a0900123', '+447700900123'],
  [null, '+٤٤٢٠٧٩٤٦٠٠١٨', '+442079460018'],
  ['GB', '020 7946 0018', '+442079460018'],
  ['GB', '07911 123456', '+447911123456'],
  ['US', '0049 171 5550100', '+491715550100'],
  ['DE', '0171 5550100', '+491715550100'],
  ['DE', '+49 171/5550100', '+491715550100'],
  ['DE', '+49 (0)171 5550100', '+491715550100'],
  ['FR', '06.12.34.56.78', '+33612345678'],
  ['IT', '347 123 4567', '+393471234567'],
  ['IT', '+39 06 6982 1234', '+390669821234'],
  ['NL', '06-12345678', '+31612345678'],
  ['RU', '8 (912) 345-67-89', '+79123456789'],
  ['IL', '050-234-5678', '+972502345678'],
  ['SA', '٠٥٠ ١٢٣ ٤٥٦٧', '+966501234567'],
  ['IR', '۰۹۱۲ ۳۴۵ ۶۷۸۹', '+989123456789'],
  ['IN', '70123 45678', '+917012345678'],
  ['IN', '८०८०१२३४५६', '+918080123456'],
  ['BD', '০১৭১২-৩৪৫৬৭৮', '+8801712345678'],
  ['TH', '๐๘๑-๒๓๔-๕๖๗๘', '+66812345678'],
  ['TH', '001 65 6123 4567', '+6561234567'],
  ['JP', '０９０−１２３４−５６７８', '+819012345678'],
  ['JP', '090ー1234ー5678', '+819012345678'],
  ['KR', '010-2345-6789', '+821023456789'],
  ['CN', '138 0013 8000', '+8613800138000'],
  ['AU', '0412 345 678', '+61412345678'],
  ['AU', '0011 64 9 123 4567', '+6491234567'],
  ['BR', '(11) 96123-4567', '+5511961234567'],
  ['MX', '55 1234 5678', '+525512345678'],
  ['NG', '0803 123 4567', '+2348031234567'],
]

export const addresses: Line[] = [
  ['GB', 'a&b@example.com', 'a&b@example.com'],
  ['GB', "o'brien+rl@mail.example.co.uk", "o'brien+rl@mail.example.co.uk"],
  ['US', 'x/y=z@example.com', 'x/y=z@example.com'],
  ['US', ' Zoe@Example.COM ', 'zoe@example.com'],
  ['US', leftToRight('zoe@example.com'), 'zoe@example.com'],
  ['US', '\u200bzoe@example.com\u00a0', 'zoe@example.com'],
  ['JP', 'a.@docomo.example', 'a.@docomo.example'],
  ['JP', 'aki@例え。テスト', 'aki@xn--r8jz45g.xn--zckzah'],
  ['DE', 'user@bücher.example', 'user@xn--bcher-kva.example'],
  ['DE', 'user@BÜCHER.example', 'user@xn--bcher-kva.example'],
  ['DE', 'user@bu\u0308cher.example', 'user@xn--bcher-kva.example'],
  ['DE', 'user@xn--bcher-kva.example', 'user@xn--bcher-kva.example'],
  ['RU', 'ivan@почта.рф', 'ivan@xn--80a1acny.xn--p1ai'],
  ['RU', 'ivan@xn--80a1acny.xn--p1ai', 'ivan@xn--80a1acny.xn--p1ai'],
  ['EG', 'amr@مثال.إختبار', 'amr@xn--mgbh0fb.xn--kgbechtv'],
  ['IN', 'asha@उदाहरण.परीक्षा', 'asha@xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g'],
  ['BR', 'joao_99@exemplo.com.br', 'joao_99@exemplo.com.br'],
]

export const links: Line[] = [
  ['US', 'https://www.twitch.tv/videos/123456?t=0h1m2s', 'https://www.twitch.tv/videos/123456?t=0h1m2s'],
  ['US', '  https://youtu.be/dQw4w9WgXcQ?si=a_b-C  ', 'https://youtu.be/dQw4w9WgXcQ?si=a_b-C'],
  ['US', 'HTTPS://Clips.Example/Vex', 'HTTPS://Clips.Example/Vex'],
  ['US', 'https://fortnitetracker.com/profile/all/Vex%20Flip', 'https://fortnitetracker.com/profile/all/Vex%20Flip'],
  ['GB', 'https://rl.example.co.uk/a,b;c=(1)#2:03', 'https://rl.example.co.uk/a,b;c=(1)#2:03'],
  ['DE', 'https://bücher.example/übung', 'https://bücher.example/übung'],
  ['JP', 'https://例え.example/クリップ/1', 'https://例え.example/クリップ/1'],
  ['CN', 'https://www.bilibili.com/video/BV1xx411c7mD/?p=2', 'https://www.bilibili.com/video/BV1xx411c7mD/?p=2'],
  ['RU', 'https://клипы.example/видео?имя=Векс', 'https://клипы.example/видео?имя=Векс'],
  ['KR', 'https://vod.example.kr/player/99#1시간', 'https://vod.example.kr/player/99#1시간'],
  ['BR', 'https://exemplo.com.br/ação', 'https://exemplo.com.br/ação'],
]

export const texts: Line[] = [
  ['US', '  I can’t get past “Diamond” — help!  ', 'I can’t get past “Diamond” — help!'],
  ['DE', 'Schöne Grüße aus Köln, bis später', 'Schöne Grüße aus Köln, bis später'],
  ['FR', 'Ça va ? Prêt pour l’été !', 'Ça va ? Prêt pour l’été !'],
  ['VN', 'Tôi muốn học đánh bóng trên không', 'Tôi muốn học đánh bóng trên không'],
  ['SA', '\u200fأريد أن ألعب أفضل في Rocket League', 'أريد أن ألعب أفضل في Rocket League'],
  ['IR', 'می\u200cخواهم بهتر بازی کنم', 'می\u200cخواهم بهتر بازی کنم'],
  ['IL', '\u2067אני רוצה להשתפר\u2069 עכשיו', 'אני רוצה להשתפר עכשיו'],
  ['IN', 'मुझे क्\u200dषमता बढ़ानी है, धन्यवाद', 'मुझे क्\u200dषमता बढ़ानी है, धन्यवाद'],
  ['TH', 'อยากเล่นให้เก่งขึ้นครับผม', 'อยากเล่นให้เก่งขึ้นครับผม'],
  ['JP', '空中ドリブルを教えてほしいです。', '空中ドリブルを教えてほしいです。'],
  ['CN', '我想在两个月内升到冠军段位。', '我想在两个月内升到冠军段位。'],
  ['KR', '공중 드리블을 배우고 싶어요 정말', '공중 드리블을 배우고 싶어요 정말'],
  ['BR', 'Bora treinar! 👩🏾\u200d🚀 1️⃣ ⚽️ 🇧🇷', 'Bora treinar! 👩🏾\u200d🚀 1️⃣ ⚽️ 🇧🇷'],
  [
    'GB',
    'Up the 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}, come on then',
    'Up the 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}, come on then',
  ],
]
