"""Starts Orca without sound: what it would say goes to the file $SPOKEN, one JSON string a line."""
import json
import os
import sys

from orca import speechserver


def write(text):
    if text:
        with open(os.environ['SPOKEN'], 'a', encoding='utf-8') as spoken:
            spoken.write(json.dumps(text, ensure_ascii=False) + '\n')


class SpeechServer(speechserver.SpeechServer):
    """A voice that writes. It never speaks, so nothing is ever interrupted."""

    _server = None

    @classmethod
    def getSpeechServer(cls, info=None):
        cls._server = cls._server or cls()
        return cls._server

    @classmethod
    def getSpeechServers(cls):
        return [cls.getSpeechServer()]

    @staticmethod
    def getFactoryName():
        return 'spoken'

    def getInfo(self):
        return ['spoken', 'spoken']

    def getVoiceFamilies(self):
        return []

    def speak(self, text=None, acss=None, interrupt=True):
        write(text)

    def sayAll(self, utterances, progress):
        for context, _voice in utterances:
            write(context.utterance)

    def speakCharacter(self, character, acss=None):
        write(character)


# Orca runs this in every start, after its own settings.
SETTINGS = f"""
import sys
sys.path.insert(0, {os.path.dirname(os.path.abspath(__file__))!r})
import orca.settings as settings
settings.speechServerFactory = 'spoken'
settings.speechFactoryModules = ['spoken']
settings.enableKeyEcho = False
settings.enableBraille = False
"""

if __name__ == '__main__':
    # Before Orca starts: settings that it has kept would win.
    preferences = os.path.join(os.environ['XDG_DATA_HOME'], 'orca')
    os.makedirs(preferences)
    with open(os.path.join(preferences, 'orca-customizations.py'), 'w', encoding='utf-8') as file:
        file.write(SETTINGS)

    # Not /usr/bin/orca, which refuses to start beside an Orca that somebody on this machine is using.
    from orca import orca

    orca.getSettingsManager().activate(preferences, {})
    sys.path.insert(0, preferences)
    sys.exit(orca.main())
