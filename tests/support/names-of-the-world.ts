/**
 * Names as people of many countries write them, and each as somebody types it who has only plain letters, or none of its marks
 * and joiners: a search finds the one by the other.
 */
export const namesOfTheWorld: [name: string, plain: string][] = [
  ['José García', 'Jose Garcia'],
  ['Ömer Ünal', 'Omer Unal'],
  ['Işıl Çağlar', 'Isil Caglar'],
  ['Łukasz Wójcik', 'Lukasz Wojcik'],
  ['Søren Ødegård', 'Soren Odegard'],
  ['Þórður Æsir', 'Thordur Aesir'],
  ['Jürgen Weiß', 'Jurgen Weiss'],
  ['Cœur-Aimée L’Œuvre', "Coeur-Aimee L'Oeuvre"],
  ['Seán O’Brien', "Sean O'Brien"],
  ['Zoë van ’t Hof', "Zoe van 't Hof"],
  ['Nguyễn Thị Ánh Đào', 'Nguyen Thi Anh Dao'],
  ['Kaʻiulani Kāne', "Ka'iulani Kane"],
  ['Čeněk Dvořák', 'Cenek Dvorak'],
  ['Željko Đurić', 'Zeljko Duric'],
  ['Szőke Ágnes', 'Szoke Agnes'],
  ['Ștefan Țepeș', 'Stefan Tepes'],
  ['Əli Məmmədov', 'Eli Memmedov'],
  ['Oʻgʻiloy Yoʻldosh', "O'g'iloy Yo'ldosh"],
  ['Иван Петров', 'иван петров'],
  ['Фёдор Йотов', 'Федор Иотов'],
  ['Марʼяна Їжак', "Мар'яна Іжак"],
  ['Ιωάννης Παπαδόπουλος', 'Ιωαννης Παπαδοπουλος'],
  ['علی‌رضا کریمی', 'عليرضا كريمي'],
  ['مُحَمَّد الأحمد', 'محمد الاحمد'],
  ['כֹּהֵן ג׳ורג׳', "כהן ג'ורג'"],
  ['דוד בן־גוריון', 'דוד בן-גוריון'],
  ['क्‍षमा वर्मा', 'क्षमा वर्मा'],
  ['ශ්‍රී ලාල්', 'ශ්රී ලාල්'],
  ['র‍্যামন সেন', 'র্যামন সেন'],
  ['李小龍', '李小龍'],
  ['山田ガク', '山田ｶﾞｸ'],
  ['김민준', '김민준'],
  ['王娜', '王娜'],
  ['ルー', 'ルー'],
  ['葛\u{e0100}城 ゆい', '葛城 ゆい'],
  ['മോഹന്\u200d ദാസ്', 'മോഹന് ദാസ്'],
  ['ᠪᠠᠭ\u180dᠠ ᠪᠠᠲᠤ', 'ᠪᠠᠭᠠ ᠪᠠᠲᠤ'],
  ['สมชาย ใจดี', 'สมชาย ใจดี'],
  ['ဒေါ်မျှော်လင့်', 'ဒေါ်မျှော်လင့်'],
]

/** The ways in which people type one name. */
export function waysToType([name, plain]: (typeof namesOfTheWorld)[number]): string[] {
  const apostrophes = ["'", '’', 'ʼ', '´', '`'].map((sign) => name.replace(/['’ʻʼ׳]/gu, sign))
  const fullWidth = plain.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
  const half = [...name].slice(0, Math.ceil([...name].length / 2)).join('')
  const lastWord = plain.split(' ').at(-1) ?? ''
  const forms = [name.normalize('NFC'), name.normalize('NFD')]
  return [name, plain, name.toUpperCase(), name.toLowerCase(), ...apostrophes, ...forms, fullWidth, half, lastWord]
}
