; The installer for Windows, made by packaging/make-windows. It installs for one user and needs no
; administrator; with /AllUsers it asks for an administrator and installs for all. /S shows no window,
; and /D=FOLDER, as the last option, names another folder.
;
; Defines: NAME (of the program's file), TITLE (what people read), VERSION, FILES (macros that install
; and remove the files), ICON, SIDE (the picture of the last page), SIZE_KB, INSTALLER.

; As the program; a 32-bit installer needs 32-bit libraries, which a 64-bit Wine lacks.
Target amd64-unicode
Unicode true
SetCompressor /SOLID lzma
RequestExecutionLevel user
Name "${TITLE}"
BrandingText "${TITLE} ${VERSION}"
OutFile "${INSTALLER}"
VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "${TITLE}"
VIAddVersionKey FileDescription "${TITLE} setup"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey LegalCopyright "MIT OR Apache-2.0"

!define PROGRAM "${NAME}.exe"
!define MENU_ENTRY "$SMPROGRAMS\${TITLE}.lnk"
!define KEY "Software\${TITLE}"
!define CLASSES "Software\Classes"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\${TITLE}"

!include FileFunc.nsh
!include LogicLib.nsh
!include MUI2.nsh
!include "${FILES}"
!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_WELCOMEFINISHPAGE_BITMAP "${SIDE}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\${PROGRAM}"
!define MUI_FINISHPAGE_RUN_TEXT "Start ${TITLE}"
!define MUI_PAGE_CUSTOMFUNCTION_LEAVE leave_directory_page
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

; For all users. Windows starts installer and uninstaller with the rights of the user, also from its
; settings, so they start once more as administrator, for which Windows asks. /Elevated keeps this
; from going on for ever where Windows does not ask.
!macro needs_administrator what program options
  UserInfo::GetAccountType
  Pop $1
  ${If} $1 != "Admin"
    ${GetParameters} $0
    ClearErrors
    ${GetOptions} $0 "/Elevated" $1
    ${If} ${Errors}
    ${AndIfNot} ${Silent}
      ClearErrors
      ExecShell "runas" "${program}" "/Elevated ${options}"
      ${IfNot} ${Errors}
        Quit
      ${EndIf}
    ${EndIf}
    MessageBox MB_OK|MB_ICONEXCLAMATION "Only an administrator can ${what} ${TITLE} for all users." /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
!macroend

; SHCTX below is the registry of all users after SetShellVarContext all, else that of this one.
Function .onInit
  StrCpy $R0 "$LOCALAPPDATA\Programs\${TITLE}"
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/AllUsers" $1
  ${IfNot} ${Errors}
    ; $INSTDIR is empty unless /D names the folder.
    StrCpy $2 "/AllUsers"
    ${If} $INSTDIR != ""
      StrCpy $2 "/AllUsers /D=$INSTDIR"
    ${EndIf}
    !insertmacro needs_administrator "install" "$EXEPATH" "$2"
    SetShellVarContext all
    StrCpy $R0 "$PROGRAMFILES64\${TITLE}"
  ${EndIf}
  ${If} $INSTDIR == ""
    ReadRegStr $INSTDIR SHCTX "${KEY}" "InstallDir"
  ${EndIf}
  ${If} $INSTDIR == ""
    StrCpy $INSTDIR $R0
  ${EndIf}
FunctionEnd

Function un.onInit
  ReadRegStr $0 HKLM "${KEY}" "InstallDir"
  ${If} $0 == $INSTDIR
    !insertmacro needs_administrator "remove" "$INSTDIR\uninstall.exe" ""
    SetShellVarContext all
  ${EndIf}
FunctionEnd

; Sets $0 to 1 if $INSTDIR holds something and is no installation of this program, else to 0.
Function has_other_files
  StrCpy $0 0
  ${IfNot} ${FileExists} "$INSTDIR\${PROGRAM}"
    ${DirState} "$INSTDIR" $1
    ${If} $1 == 1
      StrCpy $0 1
    ${EndIf}
  ${EndIf}
FunctionEnd

; The files have names such as README.txt, so they need a folder of their own: in a folder with other
; files one is made. Sets $0 to 1 if that has other files, too.
Function choose_own_folder
  Call has_other_files
  ${If} $0 == 1
    StrCpy $INSTDIR "$INSTDIR\${TITLE}"
    Call has_other_files
  ${EndIf}
  ${If} $0 == 1
    MessageBox MB_OK|MB_ICONEXCLAMATION "$INSTDIR has other files in it. Choose another folder." /SD IDOK
  ${EndIf}
FunctionEnd

Function leave_directory_page
  Call choose_own_folder
  ${If} $0 == 1
    Abort
  ${EndIf}
  ; $INSTDIR is read from the page once more after this.
  SendMessage $mui.DirectoryPage.Directory ${WM_SETTEXT} 0 "STR:$INSTDIR"
FunctionEnd

; Windows keeps a running program's file from being replaced or opened for writing.
!macro ask_to_close un
Function ${un}ask_to_close
  ${DoWhile} ${FileExists} "$R1\${PROGRAM}"
    ClearErrors
    FileOpen $0 "$R1\${PROGRAM}" a
    ${IfNot} ${Errors}
      FileClose $0
      ${ExitDo}
    ${EndIf}
    ${If} ${Cmd} `MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$R1\${PROGRAM} cannot be replaced. If ${TITLE} is running, close it, and try again." /SD IDCANCEL IDCANCEL`
      SetErrorLevel 2
      Quit
    ${EndIf}
  ${Loop}
FunctionEnd
!macroend
!insertmacro ask_to_close ""
!insertmacro ask_to_close "un."

; Removes the installed version, which may have files that this one has not, wherever it is. With
; _?= an uninstaller neither returns early nor deletes itself.
Function remove_old_version
  ReadRegStr $R1 SHCTX "${KEY}" "InstallDir"
  ${If} $R1 == ""
  ${OrIfNot} ${FileExists} "$R1\uninstall.exe"
    Return
  ${EndIf}
  Call ask_to_close
  ExecWait '"$R1\uninstall.exe" /S _?=$R1'
  ${If} $R1 != $INSTDIR
    Delete "$R1\uninstall.exe"
    RMDir "$R1"
  ${EndIf}
FunctionEnd

; The list of programs for a kind of files changes at once.
!macro tell_explorer
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend

; A kind of files: its class, its name, and the extension under which Explorer offers the program.
!macro file_class class title extension
  WriteRegStr SHCTX "${CLASSES}\${class}" "" "${title}"
  WriteRegStr SHCTX "${CLASSES}\${class}\DefaultIcon" "" "$INSTDIR\${PROGRAM},0"
  WriteRegStr SHCTX "${CLASSES}\${class}\shell\open\command" "" '"$INSTDIR\${PROGRAM}" "%1"'
  WriteRegStr SHCTX "${CLASSES}\${extension}\OpenWithProgids" "${class}" ""
!macroend

!macro remove_file_class class extension
  ReadRegStr $0 SHCTX "${CLASSES}\${extension}" ""
  StrCmp $0 "${class}" 0 +2
    DeleteRegValue SHCTX "${CLASSES}\${extension}" ""
  DeleteRegValue SHCTX "${CLASSES}\${extension}\OpenWithProgids" "${class}"
  DeleteRegKey /ifempty SHCTX "${CLASSES}\${extension}\OpenWithProgids"
  DeleteRegKey /ifempty SHCTX "${CLASSES}\${extension}"
  DeleteRegKey SHCTX "${CLASSES}\${class}"
!macroend

Section
  ; Without a window there is no page of folders.
  ${If} ${Silent}
    Call choose_own_folder
    ${If} $0 == 1
      SetErrorLevel 2
      Quit
    ${EndIf}
  ${EndIf}
  Call remove_old_version
  StrCpy $R1 $INSTDIR
  Call ask_to_close
  SetOutPath "$INSTDIR"
  !insertmacro install_files
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "${MENU_ENTRY}" "$INSTDIR\${PROGRAM}"

  ; Windows looks at the last extension only, so saved games are .ron files for it. A program that
  ; has them already keeps them, and this one is offered beside it.
  !insertmacro file_class "${TITLE}.Game" "${TITLE} game" ".ron"
  ReadRegStr $0 HKCR ".ron" ""
  StrCmp $0 "" 0 +2
    WriteRegStr SHCTX "${CLASSES}\.ron" "" "${TITLE}.Game"
  !insertmacro file_class "${TITLE}.Pgn" "Chess games (PGN)" ".pgn"
  !insertmacro tell_explorer

  WriteRegStr SHCTX "${KEY}" "InstallDir" "$INSTDIR"
  WriteRegStr SHCTX "${UNINSTALL}" "DisplayName" "${TITLE}"
  WriteRegStr SHCTX "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr SHCTX "${UNINSTALL}" "DisplayIcon" "$INSTDIR\${PROGRAM},0"
  WriteRegStr SHCTX "${UNINSTALL}" "Publisher" "the ${TITLE} founders"
  WriteRegStr SHCTX "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr SHCTX "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr SHCTX "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD SHCTX "${UNINSTALL}" "EstimatedSize" ${SIZE_KB}
  WriteRegDWORD SHCTX "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD SHCTX "${UNINSTALL}" "NoRepair" 1
SectionEnd

; Games and settings are not in this folder, and stay. So does a file that somebody else put here.
Section Uninstall
  StrCpy $R1 $INSTDIR
  Call un.ask_to_close
  !insertmacro remove_files
  Delete "${MENU_ENTRY}"
  !insertmacro remove_file_class "${TITLE}.Game" ".ron"
  !insertmacro remove_file_class "${TITLE}.Pgn" ".pgn"
  !insertmacro tell_explorer
  DeleteRegKey SHCTX "${UNINSTALL}"
  DeleteRegKey SHCTX "${KEY}"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
SectionEnd
